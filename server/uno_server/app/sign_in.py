"""The reception: people come in under names of their own, and guests come back by their codes."""

from dataclasses import replace
from typing import Final

from uno_server.person import Person
from uno_tui.journal import Journal
from uno_tui.table.options import EntryError, EntryProblem

RESUME: Final = "resume"


class SignIn:
    """Receives people; with a journal it remembers them."""

    def __init__(self, journal: Journal | None) -> None:
        self._journal = journal

    def receive(self, person: Person, words: list[str]) -> tuple[Person, list[str]]:
        """The person as they are known here, and the words they came with, without those that told who they are.

        ``resume CODE`` makes somebody the guest to whom the code was given; `EntryError` if it was given to nobody.
        """
        journal = self._journal
        if RESUME in words[:2]:
            place = words.index(RESUME)
            code = "".join(words[place + 1 :])
            user = journal.guest_of(code) if journal else None
            if user is None:
                raise EntryError(EntryProblem.NO_GUEST, code[:20])
            words = words[:place]
        elif journal:
            user = journal.people.welcome(person.identity, person.name)
        else:
            return person, words
        known = replace(person, identity=user.identity, name=user.name, guest=user.guest, resume_code=user.resume_code)
        return known, words
