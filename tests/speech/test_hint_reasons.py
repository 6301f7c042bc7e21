"""The reasons that hints give: something worth knowing, or nothing."""

import pytest

from tests.catalogues import TRANSLATED
from tests.tui.scenes import table
from uno_tui.bots.hints import ActionHint, HintReason, explain
from uno_tui.game.actions import action
from uno_tui.i18n import Words
from uno_tui.speech import Speaker


@pytest.mark.parametrize(
    ("hand", "legal", "chosen", "said"),
    [
        ("b5 b6 b7 W r4 r6", "b5 W:b draw", "b5", "your wild will be more useful later"),
        ("b5 b6 b7 W W4 r4 r6", "b5 W:b draw", "b5", "your wilds will be more useful later"),
        ("b7 r4 r6", "b7 draw", "draw", "the card you could play is more useful later"),
        ("b7 b8 r4 r6", "b7 b8 draw", "draw", "the cards you could play are more useful later"),
    ],
)
def test_cards_kept_for_later_are_counted(hand: str, legal: str, chosen: str, said: str) -> None:
    """One card kept for later is one card; several are several."""
    view = table(hand=hand, legal=legal, top="b9")
    assert view.game is not None
    others = [action(text) for text in legal.split()]
    assert said in Speaker.of(Words(), view).hint(explain(view.game, action(chosen), others))


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_a_play_without_a_reason_has_none(language: str) -> None:
    """A hint does not say that a play gets rid of a card, because every play does."""
    speaker = Speaker.of(Words(language), table())
    said = speaker.hint(ActionHint(action("r5"), HintReason.SHEDS))
    assert (1, True) == (said.count("."), said.endswith("."))
    assert ":" not in said
    assert speaker.hint(ActionHint(action("r5"), HintReason.FITS)).startswith(said[:-1] + ":")
