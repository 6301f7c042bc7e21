"""The page's part of `uno serve --check`: serve the page on a free port and come in, as a browser does."""

import aiohttp

from uno_server.app.service import GameService
from uno_server.ssh.admission import Admission
from uno_server.web.server import SOCKET, WebServer
from uno_server.web.sign_in import PageAccess, admit_everybody
from uno_tui.i18n import Sentence, TranslatableError


class PageError(TranslatableError, OSError):
    """The page did not answer as it should; the text says what was wrong."""


async def check_page(service: GameService, admission: Admission) -> int:
    """Serve the page, come in, and return the number of labels that it got.

    Raises:
        PageError: the page or its WebSocket did not answer; the text says which.
    """
    page = WebServer(PageAccess(service, admission, with_lobby=True, admit=admit_everybody))
    origin = f"http://127.0.0.1:{page.listen('127.0.0.1', 0)}"
    try:
        async with aiohttp.ClientSession() as client:
            async with client.get(origin) as answer:
                if answer.status != 200 or "<!doctype html>" not in await answer.text():
                    raise PageError(Sentence("the page was answered with status {status}", status=answer.status))
            async with client.ws_connect(origin + SOCKET, headers={"Origin": origin}) as socket:
                hello = await socket.receive_json()
    except (aiohttp.ClientError, TypeError, ValueError) as error:
        raise PageError(Sentence("the page cannot be used: {reason}", reason=type(error).__name__)) from error
    finally:
        await page.stop()
    return len(hello["labels"])
