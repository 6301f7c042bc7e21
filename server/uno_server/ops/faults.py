"""What a log may say of an error: where it happened and what kind it was.

Neither local variables nor the error's own text are told, for both may hold a hand, a key or somebody's words.
"""

import traceback

PLACES = 8
"""Innermost places told of one error."""


def describe(error: BaseException) -> str:
    """Name an error's type and the last places it passed, innermost first, with those of the errors it came from."""
    told: list[str] = []
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        trace = traceback.extract_tb(link.__traceback__, limit=-PLACES)
        places = [f"{place.filename}:{place.lineno} in {place.name}" for place in trace]
        told.append(" < ".join([type(link).__name__, *reversed(places)]))
        link = link.__cause__ or link.__context__
    return "; from ".join(told)
