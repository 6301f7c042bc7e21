"""The listener for browsers: page, files and WebSockets, with every request checked."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import segno
from aiohttp import web

from uno_server.ssh.addresses import AddressBlock
from uno_server.ssh.admission import Admission, RefusedError
from uno_server.ssh.listener import open_listener
from uno_server.web.connection import BrowserConnection, BrowserListener
from uno_server.web.files import PREFIX, PageFile, page
from uno_server.web.guard import Caller, Guard, StrangeRequestError, headers
from uno_server.web.page_visit import PageVisit
from uno_server.web.sign_in import PageAccess
from uno_server.web.socket_messages import MAX_MESSAGE
from uno_tui.i18n import language_from
from uno_tui.names import is_table_code
from uno_tui.table.protocol import Ending

SOCKET: Final = f"{PREFIX}socket"
"""Path of the WebSocket."""
HEARTBEAT: Final = 20.0
"""Seconds between two checks whether a page is still there."""
_QR: Final = re.compile(re.escape(PREFIX) + r"qr/([A-Za-z0-9]{3,12})")


class WebServer:
    """The HTTP server of the web page, on one or more addresses with the same port."""

    def __init__(self, access: PageAccess, names: tuple[str, ...] = (), trusted: tuple[AddressBlock, ...] = ()) -> None:
        """Set up the server; `names` are the host names by which people reach it, `trusted` its proxies."""
        self._access = access
        self._guard = Guard(names, trusted)
        self._listeners: list[BrowserListener] = []
        self._visits: set[PageVisit] = set()
        access.service.links.revoked = self.end_link
        self.public_url: Callable[[], str] = lambda: ""
        """Returns the URL at which other devices can reach the page, such as ``http://192.168.1.7:2280``."""

    def listen(self, address: str, port: int, admission: Admission | None = None) -> int:
        """Listen on one more address, and return the port.

        Args:
            address: the address.
            port: the port; 0 for any free one.
            admission: the rules for coming in by this address, if they are not those of the page.

        Raises:
            ListenError: the address or the port is not available.
        """
        access = self._access if admission is None else replace(self._access, admission=admission)
        listener = BrowserListener(open_listener(address, port), access.admission, partial(self._answer, access))
        listener.start()
        self._listeners.append(listener)
        return int(listener.port)

    @property
    def visits(self) -> list[PageVisit]:
        """The people who are here."""
        return [visit for visit in self._visits if visit.present]

    def configure(self, trusted: tuple[AddressBlock, ...]) -> None:
        """Replace the trusted proxies."""
        self._guard.trusted = trusted

    def end_link(self, hashed: str) -> None:
        """End the visits of a phone that is no longer linked."""
        for visit in self.visits:
            if visit.link == hashed:
                visit.end(Ending.REMOVED)

    async def stop(self, ending: Ending = Ending.SERVER_STOPPED) -> None:
        """Notify every person of the ending, and close all connections."""
        for visit in tuple(self._visits):
            visit.end(ending)
        for _ in range(20):  # pages close by themselves once they have read it
            if not self._visits:
                break
            await asyncio.sleep(0.05)
        await asyncio.gather(*(listener.stop() for listener in self._listeners))

    async def _answer(self, access: PageAccess, request: web.BaseRequest) -> web.StreamResponse:
        """Answer one HTTP request; delay a client that sends requests faster than a browser."""
        connection = request.protocol
        assert isinstance(connection, BrowserConnection)
        if pause := connection.pause():
            await asyncio.sleep(pause)
        try:
            caller = self._guard.caller(request, connection.arrival.counted)
            if request.method not in ("GET", "HEAD") or request.can_read_body:
                response = web.Response(status=405, text="GET only\n", headers={"Allow": "GET, HEAD"})
                response.force_close()
            elif request.path == SOCKET:
                return await self._visit(access, request, connection, caller)
            else:
                response = self._file(request, caller)
        except (StrangeRequestError, RefusedError) as refusal:
            access.admission.refuse(str(refusal), connection.arrival.counted)
            response = web.Response(status=403, text="This request is refused.\n")
            response.force_close()
            return response
        except web.HTTPException as refusal:
            response = web.Response(status=refusal.status, text="This address is for WebSockets.\n")
            response.force_close()
        response.headers.update(headers(caller))
        return response

    def _file(self, request: web.BaseRequest, caller: Caller) -> web.Response:
        """Return the page for a table's code, or one of the page's files."""
        path, found = request.path, page()
        if path.startswith(PREFIX):
            if match := _QR.fullmatch(path):
                return self._qr(match[1].upper(), caller)
            file = found.file(path)
            return self._packed(request, file, "public, max-age=31536000, immutable") if file else _missing()
        code, _, view = path.strip("/").partition("/")
        if (code and not is_table_code(code)) or view not in ("", "tv"):
            return _missing()
        return self._packed(request, found.index, "no-cache")

    @staticmethod
    def _packed(request: web.BaseRequest, file: PageFile, caching: str) -> web.Response:
        packed = "gzip" in request.headers.get("Accept-Encoding", "")
        names = {"Content-Type": file.kind, "Cache-Control": caching, "Vary": "Accept-Encoding"}
        if packed:
            names["Content-Encoding"] = "gzip"
        return web.Response(body=file.packed if packed else file.plain, headers=names)

    def _qr(self, code: str, caller: Caller) -> web.Response:
        """Return an SVG picture of a QR code with the table's URL, as other devices can reach it."""
        picture = segno.make(self.table_url(code, caller.origin), error="m", micro=False)
        body = picture.svg_inline(border=2, light="#ffffff", dark="#000000", omitsize=True)
        body = body.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
        return web.Response(body=body.encode(), headers={"Content-Type": "image/svg+xml", "Cache-Control": "no-cache"})

    def safe_url(self) -> str:
        """Return the public address if a phone may be linked there, else an empty text."""
        url = self.public_url()
        scheme, _, host = url.partition("://")
        return url if url and Caller("", host, scheme).safe else ""

    def table_url(self, code: str, origin: str = "") -> str:
        """Return the URL of a table; it begins with `origin`, or with the public URL if `origin` is a loopback one."""
        local = re.match(r"https?://(localhost|127\.|\[::1\])", origin)
        return f"{origin if origin and not local else self.public_url() or origin}/{code}"

    async def _visit(
        self, access: PageAccess, request: web.BaseRequest, connection: BrowserConnection, caller: Caller
    ) -> web.StreamResponse:
        """Serve the WebSocket connection of a page."""
        self._guard.check_origin(request, caller, self.public_url())
        arrival, admission = connection.arrival, access.admission
        if arrival.address is None:  # a proxy's connection, whose client is known only now
            admission.enter(arrival, caller.address)
            if pause := admission.pace(caller.address, asyncio.get_running_loop().time()):
                await asyncio.sleep(pause)
        arrival.authenticates = True
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT, compress=False, max_msg_size=MAX_MESSAGE + 1, timeout=2.0)
        await socket.prepare(request)
        connection.keep()
        visit = PageVisit(socket, access, caller, _language(request))

        def entered() -> None:
            if arrival.address is None:
                raise RefusedError("door")  # somebody else got the place while this person came in
            if admission.full and not arrival.logged_in:
                raise RefusedError("full")
            if not arrival.logged_in:
                admission.log_in(arrival)

        visit.entered = entered
        if request.transport is not None:
            visit.abort = request.transport.abort
        self._visits.add(visit)
        try:
            await visit.run()
        finally:
            self._visits.discard(visit)
            if not socket.closed:
                await socket.close()
        return socket


def _missing() -> web.Response:
    return web.Response(status=404, text="There is no such page.\n")


def _language(request: web.BaseRequest) -> str:
    """Return the language that the page requests, else the browser's first supported language, else English."""
    wanted = [request.query.get("language", ""), *request.headers.get("Accept-Language", "").split(",")]
    found = (language_from(one.partition(";")[0]) for one in wanted[:20] if one.strip())
    return next((one for one in found if one), "en")
