"""All that the form of a table shows, as one value."""

from dataclasses import dataclass

from uno_tui.tui.form.draft import Draft, is_number


@dataclass(frozen=True, slots=True)
class FormScene:
    """What is filled in, and where one is."""

    draft: Draft
    selected: int = 0
    """The place of the selected row."""
    fresh: bool = True
    """The next digit starts a new number."""
    trouble: str = ""
    """What is wrong, in a sentence."""

    @property
    def row(self) -> str:
        """The selected row."""
        return self.draft.rows[min(self.selected, len(self.draft.rows) - 1)]


def takes_digits(scene: FormScene) -> bool:
    """Whether the selected row is a number."""
    return is_number(scene.row)


def always(scene: FormScene) -> bool:
    """Whatever is shown."""
    del scene
    return True
