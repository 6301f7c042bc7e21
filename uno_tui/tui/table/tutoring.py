"""The lessons at a table: they go on with every picture, and end when they are not wanted or wanted no more."""

from dataclasses import replace

from uno_tui.lessons import Course
from uno_tui.tui.keytable import handles
from uno_tui.tui.table.signals import Signals


class Tutoring(Signals):
    """Carries a person's course on; without one nothing is done."""

    def teach(self) -> None:
        """Go on at the newest picture; with the basics and a round behind them, a person needs no more lessons."""
        course = self.scene.course
        if course is None:
            return
        new = course.advance(self.scene.view)
        if course.complete and new.now is None:
            self.end_lessons()
        elif new is not course:
            self.scene = replace(self.scene, course=new)
            if new.complete and not course.complete:
                self.session = replace(self.session, lessons=False)
                self.tell_tuned()

    @handles("lessons")
    def do_lessons(self) -> None:
        """End the lessons."""
        self.session = replace(self.session, lessons=False)
        self.end_lessons()
        self.tell_tuned()

    def end_lessons(self) -> None:
        """Teach nothing more, and tell how that can be changed."""
        self.scene = replace(self.scene, course=None)
        self.answer(self.appearance.words("The lessons are over. To have them again: {key}.", key="S"))

    def set_lessons(self, *, on: bool) -> None:
        """Begin lessons, or end them, as it was set."""
        if on != (self.scene.course is not None):
            self.scene = replace(self.scene, course=Course() if on else None)
            self.teach()

    def tell_tuned(self) -> None:
        """Tell that the session was changed here."""
        raise NotImplementedError
