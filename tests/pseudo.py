"""The pseudo-language: a text in it shows which of its letters did not go through the catalogue."""

import gettext
import re
from typing import Final

from uno_tui.i18n import Words

_PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MARKED: Final = str.maketrans(_PLAIN, "ȧƀċḋḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁĊḊḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ")


class _PseudoCatalogue(gettext.NullTranslations):
    """The catalogue that accents every letter outside placeholders; texts keep their width."""

    @staticmethod
    def _marked(message: str) -> str:
        parts = re.split(r"(\{\w+\})", message)
        return "".join(part if place % 2 else part.translate(_MARKED) for place, part in enumerate(parts))

    def gettext(self, message: str) -> str:
        return self._marked(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._marked(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        del context
        return self._marked(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        del context
        return self.ngettext(msgid1, msgid2, n)


class PseudoWords(Words):
    """The pseudo-language: English with every letter accented; the values of placeholders stay plain."""

    def __init__(self) -> None:
        super().__init__()
        self.language = "en-x-pseudo"
        self._catalogue = _PseudoCatalogue()

    def __repr__(self) -> str:
        return "PseudoWords()"


_NOTATION = re.compile(r"\b(?:[rygb](?:\d+|S|R|\+2)?|x2|W4?|[JQKA](?=[♥♦♣♠])|[BR]J)(?![A-Za-z])")


def unmarked(text: str) -> list[str]:
    """Return the runs of plain ASCII letters in a text of the pseudo-language, except card notation."""
    return re.findall(r"[A-Za-z]+", _NOTATION.sub("", text))
