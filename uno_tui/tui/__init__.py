"""All that Textual shows."""
