"""The page's files, read once and kept compressed in memory, so that no request ever names a path on the disk."""

import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Final

from uno_server.web.labels import labels
from uno_tui.game.cards import Color
from uno_tui.i18n import LANGUAGES
from uno_tui.local.theme_files import shipped_folder
from uno_tui.tui.draw.theme import CARD_KEYS, TABLE_KEYS, Palette, load

PREFIX: Final = "/-/"
"""Prefix of every URL path that is not a table's page; no table has the code ``-``."""
THEMES: Final = ("classic", "dark", "light", "high-contrast", "color-blind", "solarized")
"""Themes that the web page offers, the default dark one first; the other themes are for terminals only."""
_PAGE: Final = Path(__file__).parent / "page"
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """One file of the page."""

    kind: str
    """The file's media type, such as ``image/svg+xml``."""
    plain: bytes
    packed: bytes
    """The file's content, compressed with gzip."""


@dataclass(frozen=True, slots=True)
class PageFiles:
    """All files of the page."""

    index: PageFile
    files: dict[str, PageFile]
    """All files except ``index.html``, by path in the page's folder."""
    version: str
    """Hash of all files. It is part of their URLs, so browsers can cache them without asking again."""

    def file(self, path: str) -> PageFile | None:
        """Return the file for a URL path of `PREFIX`, version and file name; None if there is no such file."""
        version, _, name = path.removeprefix(PREFIX).partition("/")
        return self.files.get(name) if version == self.version else None


@lru_cache(maxsize=1)
def page() -> PageFiles:
    """Read all files of the web page; the servers of a process share the result."""
    contents = {path.relative_to(_PAGE).as_posix(): path.read_bytes() for path in _found()}
    index = contents.pop("index.html").decode()
    contents["themes.css"] = "".join(map(_theme, THEMES)).encode()
    digest = hashlib.sha256(index.encode())
    for name, content in sorted(contents.items()):
        digest.update(f"{name} {len(content)} ".encode() + content)
    version = digest.hexdigest()[:12]
    base = f"{PREFIX}{version}"
    modules = sorted(name for name in contents if name.endswith(".js"))
    preloads = "".join(f'<link rel="modulepreload" href="{base}/{name}">\n' for name in modules)
    index = index.replace("BASE", base).replace("<!-- preloads -->\n", preloads)
    lost = json.dumps({language: labels(language)["lost"] for language in LANGUAGES}, ensure_ascii=False)
    index = index.replace("LOST", escape(lost))  # said before a connection brings the labels
    files = {name: _file(name, content) for name, content in contents.items()}
    return PageFiles(_file("index.html", index.encode()), files, version)


def _found() -> Iterator[Path]:
    return (path for path in _PAGE.rglob("*") if path.suffix in _TYPES)


def _file(name: str, content: bytes) -> PageFile:
    return PageFile(_TYPES[Path(name).suffix], content, gzip.compress(content, mtime=0))


def _theme(name: str) -> str:
    """Return a theme as CSS variables: ``--card-red`` is a card's background, ``--card-red-ink`` the text on it."""
    palette = load(name, shipped_folder())
    rules = "".join(f"--{key}:{value};" for key, value in _variables(palette))
    scheme = "light" if _is_light(palette.background) else "dark"
    return f'[data-theme="{name}"]{{color-scheme:{scheme};{rules}}}\n'


def _variables(palette: Palette) -> Iterator[tuple[str, str]]:
    yield "background", palette.background
    yield "text", palette.foreground
    styles = {
        **{key: palette[key] for key in TABLE_KEYS},
        **{f"card-{key}": palette.card(color) for key, color in zip(CARD_KEYS, (*Color, None), strict=True)},
        **{f"card-{key}-dim": palette.card(color, False) for key, color in zip(CARD_KEYS, (*Color, None), strict=True)},
    }
    for key, style in styles.items():
        yield key, style.bgcolor.name if style.bgcolor else palette.background
        yield f"{key}-ink", style.color.name if style.color else palette.foreground


def _is_light(color: str) -> bool:
    red, green, blue = (int(color[start : start + 2], 16) for start in (1, 3, 5))
    return red + green + blue > 3 * 128
