"""A person with the page in a browser, who sees only roles and names, as a screen reader does."""

import contextlib
import json
import re
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

from playwright.async_api import Browser, Locator, Page, expect

from tests.handles import FakeHandle
from tests.server.web.sockets import Served
from tests.waiting import until
from uno_server.web.labels import labels
from uno_tui.i18n import Words
from uno_tui.plain.jsonlines import JsonSession
from uno_tui.table.protocol import TableView

PHONE: Final = (360, 640)
TABLET: Final = (768, 1024)
DESKTOP: Final = (1280, 800)
PATIENCE: Final = 20_000
"""Milliseconds after which something is missing; far more than any page needs."""
expect.set_options(timeout=PATIENCE)
PLAYABLE: Final = re.compile("can be played$")
PLAYABLE_COLORED: Final = re.compile("^(?!.*Wild).*can be played$")
MOVES: Final = ("Call UNO", "Deal the next round", "Draw", "Keep the card", "Take the penalty")


class Phone:
    """One page and its person."""

    def __init__(self, page: Page, served: Served) -> None:
        self.page = page
        self.served = served
        self.faults: list[str] = []
        """Errors on the page's console, which a good page never has."""
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text) if said.type in ("error", "warning") else None)
        page.on("dialog", lambda dialog: self.faults.append(f"dialog {dialog.message}"))
        page.set_default_timeout(PATIENCE)

    async def come(self, path: str = "/FAM1", name: str = "Ann") -> None:
        """Open an address as a new person, and come in."""
        await self.page.goto(self.served.origin + path)
        await self.page.get_by_label("Your name").fill(name)
        await self.page.get_by_role("button", name="come in").click()

    def button(self, name: str | re.Pattern[str], **options: Any) -> Locator:
        return self.page.get_by_role("button", name=name, **options)

    async def press(self, name: str) -> None:
        await self.button(name, exact=True).click()

    async def seated(self) -> None:
        """Wait until the page shows the table."""
        await expect(self.page.get_by_role("button", name="menu")).to_be_visible()

    async def shows(self, view: TableView, language: str = "en") -> None:
        """Let the page show a view in a language, as if the server had sent it."""
        lines: list[str] = []
        JsonSession(FakeHandle(view).connect, Words(language), lines.append)
        told = {"view": json.loads(lines[0]), "language": language, "labels": dict(labels(language))}
        await self.page.evaluate(_VIEW, told)

    async def asks(self, **request: object) -> None:
        """Let the page send a request for which it has no button."""
        await self.page.evaluate(_SEND, request)

    async def changes(self, **state: object) -> None:
        """Change what the page knows, as if the server had said so."""
        await self.page.evaluate(_CHANGE, state)

    async def has(self, hand: str, legal: str, **changes: object) -> None:
        """Let the page show this person's turn with a hand and legal actions, as if the server had said so."""
        game = {"hand": hand.split(), "legal": legal.split(), **changes}
        await self.page.evaluate(_SHOW, game)

    async def tap(self) -> str:
        """Tap what leads on to a move, by its name, and return the name; empty if nothing does."""
        return str(await self.page.evaluate(_TAP, list(MOVES)))

    async def reaches_a_card(self, *, wild: bool = True) -> None:
        """Tap until a card, or only one with a color, can be played, in a view that shows all that was tapped."""
        await self.page.evaluate(_REACH, [list(MOVES), (PLAYABLE if wild else PLAYABLE_COLORED).pattern])

    async def plays(self, done: Callable[[], object]) -> None:
        """Play whenever the page offers a move, until a condition holds."""
        await self.page.evaluate(_PLAY, list(MOVES))
        await until(done, deadline=60)
        await self.page.evaluate("clearInterval(globalThis.player)")


_SEND: Final = """async (request) => {
    const modules = [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.href);
    (await import(modules.find((address) => address.endsWith("/store.js")))).send(request);
}"""
_CHANGE: Final = """async (state) => {
    const modules = [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.href);
    (await import(modules.find((address) => address.endsWith("/store.js")))).change(state);
    await new Promise(requestAnimationFrame);
}"""
_VIEW: Final = """async ({ view, labels, language }) => {
    const modules = [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.href);
    const { change } = await import(modules.find((address) => address.endsWith("/store.js")));
    document.documentElement.lang = language;
    change({ place: "table", labels, language, view, log: view.log, names: view.names, selected: "", said: "" });
    await new Promise(requestAnimationFrame);
}"""
_SHOW: Final = """async (game) => {
    const modules = [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.href);
    const { change, state } = await import(modules.find((address) => address.endsWith("/store.js")));
    const { view } = state;
    const names = { ...state.names, ...game.names };
    const shown = { ...view, game: { ...view.game, turn: view.you, winner: null, phase: "play", ...game } };
    change({ choice: [], armed: false, selected: "", names, view: shown });
}"""
_TAP: Final = """(moves) => {
    const buttons = [...document.querySelectorAll("main button")];
    const name = (button) => button.getAttribute("aria-label") ?? button.textContent.trim();
    const choice = document.querySelector("[role=group].actions button");
    const wide = buttons.find((button) => name(button).startsWith("Play "));
    const card = buttons.find((button) => name(button).endsWith("can be played"));
    const target = choice ?? wide ?? card ?? buttons.find((button) => moves.includes(name(button)));
    target?.click();
    return target ? name(target) : "";
}"""
_REACH: Final = f"""async ([moves, pattern]) => {{
    const tap = {_TAP};
    const modules = [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.href);
    const {{ state }} = await import(modules.find((address) => address.endsWith("/store.js")));
    const buttons = () => [...document.querySelectorAll("main button")];
    const wanted = new RegExp(pattern);
    let left = null; // the view in which a move was made, which is shown until the next one comes
    for (;;) {{
        const asks = state.selected !== "" || state.choice.length > 0;
        if (!asks && state.view !== left && buttons().some((one) => wanted.test(one.ariaLabel ?? ""))) return;
        if (asks || state.view !== left) {{
            const view = state.view;
            if (tap(moves) !== "" && state.selected === "" && state.choice.length === 0) left = view;
        }}
        await new Promise((resume) => setTimeout(resume, 25));
    }}
}}"""
_PLAY: Final = f"(moves) => {{ globalThis.player = setInterval({_TAP}, 25, moves); }}"
"""Taps again and again; to do so from outside of the browser would cost more than the match."""


@contextlib.asynccontextmanager
async def phone(
    browser: Browser, served: Served, size: tuple[int, int] = PHONE, **options: Any
) -> AsyncIterator[Phone]:
    """Open a browser window of a new person."""
    width, height = size
    context = await browser.new_context(
        viewport={"width": width, "height": height}, **{"locale": "en-US", "color_scheme": "dark", **options}
    )
    made = Phone(await context.new_page(), served)
    try:
        yield made
    finally:
        await context.close()
    assert [] == made.faults
