"""The same tables in a browser: a page of HTML cards, and a WebSocket that speaks the JSON protocol.

The page is not a terminal in a browser, because keyboards of phones lack most keys. It knows no rules: `game.legal`
lists the possible actions, and every sentence comes from the server. Preact and htm are in `page/vendor`; there is no
build step. Nothing here is imported unless the page is served, because aiohttp is an optional part of the program.
"""
