"""The page's part of `uno serve --check`: serve the page on a free port and come in, as a browser does."""

import aiohttp

from uno_server.app.service import GameService
from uno_server.ssh.admission import Admission
from uno_server.web.server import SOCKET, WebServer
from uno_server.web.sign_in import PageAccess, admit_everybody


async def check_page(service: GameService, admission: Admission) -> str:
    """Return what was tried, in words.

    Raises:
        OSError: the page or its WebSocket did not answer; the text says which.
    """
    page = WebServer(PageAccess(service, admission, with_lobby=True, admit=admit_everybody))
    origin = f"http://127.0.0.1:{page.listen('127.0.0.1', 0)}"
    try:
        async with aiohttp.ClientSession() as client:
            async with client.get(origin) as answer:
                if answer.status != 200 or "<!doctype html>" not in await answer.text():
                    raise OSError(f"the page was answered with status {answer.status}")
            async with client.ws_connect(origin + SOCKET, headers={"Origin": origin}) as socket:
                hello = await socket.receive_json()
    except (aiohttp.ClientError, TypeError, ValueError) as error:
        raise OSError(f"the page cannot be used: {error}") from error
    finally:
        await page.stop()
    return f"served, {len(hello['labels'])} labels"
