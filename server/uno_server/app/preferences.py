"""What people set in their sessions, kept by who they are."""

from collections.abc import Mapping
from dataclasses import replace

import msgspec

from uno_tui.i18n import Words
from uno_tui.journal.people import People
from uno_tui.local.settings import Settings
from uno_tui.plain.tutor import Tutor
from uno_tui.tui.session import SessionOptions


def remembered(session: SessionOptions, people: People, identity: str) -> SessionOptions:
    """The session as that person left their last one; what they set in it is kept for the next."""
    kept = people.settings(identity)
    chosen = recalled(session.settings, kept)
    known = replace(
        session,
        words=Words(chosen.language) if "language" in kept else session.words,
        theme=chosen.theme,
        ascii=chosen.ascii or session.ascii,
        motion=chosen.motion,
        bell=chosen.bell,
        lessons=chosen.lessons,
    )
    before = msgspec.to_builtins(known.settings)

    def keep(settings: Settings) -> None:
        for name, value in msgspec.to_builtins(settings).items():
            if value != before[name] and name != "name":
                before[name] = value
                people.set(identity, name, msgspec.json.encode(value).decode())

    return replace(known, keep=keep)


def language_of(people: People, identity: str, otherwise: str) -> str:
    """The language that person chose."""
    return recalled(Settings(), people.settings(identity)).language or otherwise


def tutor_for(people: People, identity: str, *, new: bool) -> Tutor:
    """Who teaches that person in lines: whether they want it is as they left it, else whether they are new here."""
    wanted = recalled(Settings(lessons=new), people.settings(identity)).lessons
    return Tutor(on=wanted, keep=lambda on: people.set(identity, "lessons", msgspec.json.encode(on).decode()))


def recalled(settings: Settings, kept: Mapping[str, str]) -> Settings:
    """Settings with what was kept of them; what cannot be read any more is as if it had never been set.

    >>> recalled(Settings(), {"bell": "true", "motion": "maybe"}).bell
    True
    """
    for name, text in kept.items():
        try:
            value = msgspec.json.decode(text)
            settings = msgspec.convert({**msgspec.to_builtins(settings), name: value}, Settings)
        except (msgspec.DecodeError, ValueError):
            continue
    return settings
