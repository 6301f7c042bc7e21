"""The same tables in a browser: a page of HTML cards, and a WebSocket that speaks the JSON protocol.

Nothing here is imported unless the page is served, because aiohttp is an optional part of the program.
"""
