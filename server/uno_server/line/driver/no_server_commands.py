"""Commands of Textual that would act on the server instead of the person's machine; they are switched off."""

from typing import Any

from uno_server.line.line import Line


class NoServerCommands:
    """Mixin for an app over a line: no browser and no files on the server."""

    line: Line

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Do nothing: the browser would open on the server."""

    def action_screenshot(self, *arguments: Any, **named: Any) -> None:
        """Do nothing: Textual would write a screenshot file on the server."""

    def save_screenshot(self, *arguments: Any, **named: Any) -> str:  # noqa: ARG002 -- any arguments do nothing
        """Do nothing: Textual would write a screenshot file on the server."""
        return ""

    def deliver_screenshot(self, *arguments: Any, **named: Any) -> str | None:  # noqa: ARG002 -- the same
        """Do nothing: Textual would write a screenshot file on the server."""
        return None

    def deliver_text(self, *arguments: Any, **named: Any) -> str | None:  # noqa: ARG002 -- the same
        """Do nothing: Textual would write a text file on the server."""
        return None

    def deliver_binary(self, *arguments: Any, **named: Any) -> str | None:  # noqa: ARG002 -- the same
        """Do nothing: Textual would write a binary file on the server."""
        return None

    def action_suspend_process(self) -> None:
        """Suspend the program if it runs on the person's own machine; do nothing on a server."""
        self.line.suspend()
