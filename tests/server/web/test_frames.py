"""Every frame that the server sends to pages: nobody's hand, identity or code but one's own, and small."""

import asyncio
import json
import random
import re
from collections.abc import Iterator
from typing import Final

import pytest

from tests.server.web.sockets import Served, Socket, Values, socket, whole
from tests.waiting import within
from uno_tui.i18n import LANGUAGES

RULES = "party draw_four=bluff target=200"
"""Rules by which hands move: swaps, hands passed on, jump-ins, challenges."""
CARDS_OF_OTHERS: Final = re.compile(r"^(?!You )\w+ drew (?!\d+ (of \d+ )?cards?\b)|^(?!You )\w+ drew .*: ")
"""The sentence about what somebody else drew, if it has more than a number."""


async def plays(page: Socket, chance: random.Random) -> None:
    """Play until the match is over."""
    view: Values | None = None
    while view is None or view["stage"] != "over":
        view = await page.until("view")
        if view["game"] and view["game"]["legal"]:
            action = chance.choice(view["game"]["legal"])
            await page.send(type="act", action=action, version=view["version"])


async def test_no_frame_holds_what_is_not_ones_own(page: Served) -> None:
    """In a whole match, no page gets cards that its seat may not see, another's code, or anybody's identity."""
    async with socket(page) as ann, socket(page) as bob, socket(page) as cyd, socket(page) as room:
        pages = {"Ann": ann, "Bob": bob, "Cyd": cyd}
        codes = {}
        await ann.enter("Ann")
        await ann.send(type="new", options=f"{RULES} seats=4")
        code = (await ann.until("view"))["code"]
        for name, one in (("Bob", bob), ("Cyd", cyd)):
            await one.enter(name, code=code)
        await room.enter("TV", code=code, watch=True)
        for name, one in pages.items():
            codes[name] = next(json.loads(frame)["resume"] for frame in one.frames if '"resume"' in frame)
        await ann.send(type="start")
        await within(asyncio.gather(*(plays(one, random.Random(name)) for name, one in pages.items())), deadline=60)
        identities = [visit.person.identity for visit in page.page.visits]
        for name, one in {**pages, "TV": room}.items():
            assert [] == [wrong for frame in one.frames for wrong in told_too_much(json.loads(frame))]
            everything = "\n".join(one.frames)
            others = [secret for other, secret in codes.items() if other != name]
            assert [] == [secret for secret in (*others, *identities, "guest:") if secret in everything]
        assert all(len(frame.encode()) <= 2048 for frame in ann.frames if '"type":"view"' in frame[:20])


def told_too_much(message: Values) -> Iterator[str]:
    """Yield what a view tells its seat of others' cards."""
    if message["type"] != "view" or "game" not in message:
        return
    message = whole(message)
    you, game = message["you"], message["game"]
    if you is None and (game["hand"] or game["legal"] or game["drawn"]):
        yield "a hand for somebody without a seat"
    if game["drawn"] and (game["turn"] != you or game["drawn"] not in game["hand"]):
        yield f"drawn {game['drawn']}"
    if "seed" in game:
        yield "the seed"
    told = {entry["what"]["event"] for entry in message["log"] if "what" in entry}
    yield from told - {"chat", "round_ended"}  # of everything else a page gets the sentence alone
    yield from (entry["text"] for entry in message["log"] if CARDS_OF_OTHERS.search(entry["text"]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [4, 10])
async def test_a_view_is_small(page: Served, language: str, seats: int) -> None:
    """No view of a match has more than 1,300 bytes for four players, or 2,048 for ten, in every language.

    The first view may have more: it has what happened before, and the names of the cards.
    """
    async with socket(page, f"?language={language}") as ann:
        await ann.enter("Ann")
        await ann.send(type="new", options=f"classic seats={seats} bots={seats - 1} target=60")
        await within(plays(ann, random.Random(1)))
        sizes = [len(frame.encode()) for frame in ann.frames if '"type":"view"' in frame[:20]]
        assert max(sizes[1:]) <= (1300 if seats == 4 else 2048)
