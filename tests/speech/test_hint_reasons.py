"""The reasons that hints give: something worth knowing, or nothing."""

import pytest

from tests.catalogues import TRANSLATED
from tests.tui.scenes import table
from uno_tui.bots.hints import ActionHint, HintReason
from uno_tui.game.actions import action
from uno_tui.i18n import Words
from uno_tui.speech import Speaker


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_a_play_without_a_reason_has_none(language: str) -> None:
    """A hint does not say that a play gets rid of a card, because every play does."""
    speaker = Speaker.of(Words(language), table())
    said = speaker.hint(ActionHint(action("r5"), HintReason.SHEDS))
    assert (1, True) == (said.count("."), said.endswith("."))
    assert ":" not in said
    assert speaker.hint(ActionHint(action("r5"), HintReason.FITS)).startswith(said[:-1] + ":")
