"""How a session reports its end: one sentence for people, one JSON line for programs."""

from collections.abc import Callable

from uno_server.person import Person
from uno_tui.lobby.visit import Visit
from uno_tui.plain.jsonlines import ending_line, entry_error_line
from uno_tui.speech import Speaker, entry_error_sentence
from uno_tui.table.options import EntryError
from uno_tui.table.protocol import Ending


def speaks_json(words: list[str]) -> bool:
    """Return whether the words of an ssh command line ask for a session in JSON, which only programs use."""
    return words[:1] == ["json"]


def ending_reporter(person: Person, visit: Visit | None, *, program: bool) -> Callable[[Ending], str]:
    """Return a function that returns the reason for the end of this session, and whether the seat is reserved.

    `visit` is None until the person has signed in.
    """
    words = person.words

    def report(ending: Ending) -> str:
        seated = visit is not None and visit.seated
        if program:
            return ending_line(words, ending, seated=seated)
        return Speaker(words, ()).ending(ending, seated=seated)

    return report


def refusal(person: Person, words: list[str], error: EntryError) -> str:
    """Return the reason for turning this person away; as JSON if the words ask for a JSON session."""
    spoken = person.words
    return entry_error_line(spoken, error) if speaks_json(words) else entry_error_sentence(spoken, error)
