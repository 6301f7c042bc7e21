"""Worker processes in which expert bots choose their actions, so that the event loop never waits for a bot."""
