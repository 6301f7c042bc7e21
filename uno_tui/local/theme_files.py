"""Where the files of themes are: those that ship with the game, and the person's own."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from uno_tui.game.options import near
from uno_tui.i18n import Sentence
from uno_tui.local.files import config_folder
from uno_tui.local.settings import AUTO, SettingsError
from uno_tui.local.toml_file import TomlFile, read_text
from uno_tui.local.toml_values import hint


def shipped_folder() -> Path:
    """Return the folder of the themes that ship with the game.

    An installed wheel has it inside the package; a checkout or an editable install has it next to the package.
    """
    package = Path(__file__).parents[1]
    installed = package / "themes"
    return installed if installed.is_dir() else package.parent / "themes"


def user_folder() -> Path:
    """Return the folder for themes that the person has made. The folder may not exist."""
    return config_folder() / "themes"


def available(folder: Path | None = None) -> dict[str, Path]:
    """Return the files of all themes by name. A theme in `folder` replaces a shipped one of the same name."""
    own = (user_folder() if folder is None else folder).glob("*.toml")
    return dict(sorted((_shipped() | {path.stem: path for path in sorted(own)}).items()))


@cache
def _shipped() -> dict[str, Path]:
    """Return the files of the shipped themes by name; cached, because a key press on a server asks for them."""
    return {path.stem: path for path in shipped_folder().glob("*.toml")}


def unknown_theme(settings_file: Path, name: str) -> SettingsError | None:
    """Return the error, with file and line, about settings whose theme has no file; None if it has one."""
    if name == AUTO or name in (known := available()):
        return None
    file = TomlFile(read_text(settings_file, SettingsError, missing=""), str(settings_file), SettingsError)
    return file.error(["theme"], unknown_theme_sentence(name, known))


def unknown_theme_sentence(name: str, known: Iterable[str]) -> Sentence:
    """Return what to say of a theme that none of the known files has."""
    known = tuple(known)
    return Sentence(
        "unknown theme {word}{hint}; choose from {known}",
        word=repr(name),
        hint=hint(near(name, known)),
        known=", ".join(known),
    )
