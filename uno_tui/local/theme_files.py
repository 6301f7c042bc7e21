"""Where the files of themes are: those that ship with the game, and the person's own."""

from pathlib import Path

from uno_tui.local.files import config_folder


def shipped_folder() -> Path:
    """Return the folder of the themes that ship with the game.

    An installed wheel has it inside the package; a checkout or an editable install has it beside the package.
    """
    package = Path(__file__).parents[1]
    installed = package / "themes"
    return installed if installed.is_dir() else package.parent / "themes"


def user_folder() -> Path:
    """Return the folder of the person's own themes. It may not exist."""
    return config_folder() / "themes"


def available(folder: Path | None = None) -> dict[str, Path]:
    """Return the files of all themes by name. A theme in `folder` replaces a shipped one of the same name."""
    found = {path.stem: path for path in shipped_folder().glob("*.toml")}
    folder = user_folder() if folder is None else folder
    if folder.is_dir():
        found.update({path.stem: path for path in sorted(folder.glob("*.toml"))})
    return dict(sorted(found.items()))
