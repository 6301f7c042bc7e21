"""No English is left in the other languages, and each person at a table reads their own language."""

import re
from typing import Any, Final

import pytest

from tests.catalogues import TRANSLATED
from tests.pseudo import unmarked
from tests.speech.test_speech import everything, speakers
from tests.tables import QUICK, House, now
from tests.views import rule_sets
from uno_tui.game.actions import Draw, Keep, Play, Take
from uno_tui.game.cards import Color, card
from uno_tui.game.deck import uno_deck
from uno_tui.i18n import Words
from uno_tui.plain import PlainSession
from uno_tui.speech import Speaker, card_name, color_name
from uno_tui.speech.rules_text import rules_text
from uno_tui.table.options import TableOptions, User
from uno_tui.table.protocol import Listener
from uno_tui.table.requests import Handle
from uno_tui.typed.commands import Vocabulary
from uno_tui.typed.parser import ActionParser

languages = pytest.mark.parametrize("language", TRANSLATED)

ENGLISH: Final = frozenset({
    "the", "you", "your", "and", "card", "cards", "turn", "played", "drew", "draw", "play", "color", "skip",
    "reverse", "wild", "two", "four", "round", "match", "seat", "table", "player", "players", "penalty", "called",
    "call", "chose", "choose", "red", "yellow", "green", "blue", "first", "last", "there", "this", "that", "with",
    "not", "has", "have", "plays", "without", "again", "someone", "here", "was", "were", "for", "from", "hand",
    "hands", "dealt", "deal", "won", "left", "clockwise", "bluffing", "messages", "hidden", "too", "shown", "stored",
})  # fmt: skip  # a list
"""Words that every English sentence here has one of, and no other language."""
GIVEN: Final = frozenset({"UNO", "ssh", "resume", "CODE"})
"""Words that are the same in every language."""


def english(text: str, language: str) -> list[str]:
    """Return the English words in a text of another language."""
    found = [word for word in unmarked(text) if word not in GIVEN]
    return found if language == "ka" else [word for word in found if word.casefold() in ENGLISH]


def test_english_would_be_found() -> None:
    """Every English sentence has a word by which the check recognizes it."""
    said = [text for text in everything(Speaker(Words(), ("Άννα", "Βίων", "Γάια"), 0)) if len(unmarked(text)) > 3]
    assert [text for text in said if not english(text, "ga")] == []


@languages
def test_all_that_happens_is_told_in_the_language(language: str) -> None:
    """No event, action, refusal, note, notice, ending or entry error has an English word in it."""
    for speaker in speakers(Words(language)):
        assert [(text, left) for text in everything(speaker) if (left := english(text, language))] == []
        assert [text for text in everything(speaker) if re.search(r"[{}\n]", text) or text != text.strip()] == []


@languages
def test_the_rules_are_told_in_the_language(language: str) -> None:
    """No sentence of any rules text has an English word in it."""
    for rules in rule_sets():
        text = rules_text(rules, Words(language)).split("\n\n", 1)[1]
        assert english(text, language) == []


@languages
def test_cards_are_told_apart(language: str) -> None:
    """Every card has its own name; typing the name or the notation plays it."""
    words = Words(language)
    deck = uno_deck().faces
    names = [card_name(words, one) for one in deck]
    assert len(set(names)) == len(deck)
    reader = ActionParser(Vocabulary(words), deck[:3], deck, ("Άννα",))
    typed = [reader.play(name.upper() if language != "ka" else name).text for name in names]
    assert [one.text for one in deck] == typed


@languages
def test_a_number_before_a_color_is_a_card_of_the_hand_only_where_it_is_a_wild(language: str) -> None:
    """If names begin with the number, "2 dearg" is the red 2, unless the second card of the hand takes a color."""
    words = Words(language)
    red = words.p("color", "red")
    hand = (card("r5"), card("W"), card("r7"))
    reader = ActionParser(Vocabulary(words), hand, uno_deck().faces, ("Άννα",))
    assert reader.play(f"2 {red}").text == "W:r"
    named = words.p("card", "{color} {rank}", color=red, rank="3")
    assert reader.play(named).text == "r3"


@languages
def test_colors_can_be_typed(language: str) -> None:
    """A color's letter is the same in every language; its name works in the language and in English."""
    words = Words(language)
    reader = ActionParser(Vocabulary(words), (), uno_deck().faces, ())
    for letter, english_name, color in zip("rygb", ("red", "yellow", "green", "blue"), Color, strict=True):
        assert [reader.color(text) for text in (letter, english_name, words.p("color", english_name))] == [color] * 3


class Hearing:
    """A person at a real table in lines, in a language."""

    def __init__(self, house: House, name: str, language: str, **options: Any) -> None:
        self.lines: list[str] = []
        lobby, user = house.lobby, User(f"ssh:{name}", name)

        def come(listener: Listener) -> Handle:
            if options:
                return now(lobby.open(user, listener, TableOptions(**options), "FAM"))
            return now(lobby.join(user, listener, "FAM"))

        self.words = Words(language)
        self.session = PlainSession(come, self.words, self.lines.append, clock=house.clock.now)

    def say(self, command: str) -> list[str]:
        """Type a line and return what was written since."""
        before = len(self.lines)
        self.session.feed(command)
        return self.lines[before:]


def test_two_people_of_one_table_each_in_their_language() -> None:
    """In a match of an Irish and a Georgian player, each types and reads their own language only."""
    house = House()
    nia = Hearing(house, "Niamh", "ga", rules=QUICK, seats=2)
    gia = Hearing(house, "გია", "ka")
    people = (nia, gia)
    assert "Bord FAM. Clóscríobh cabhair chun na horduithe a fháil." in nia.lines
    assert "მაგიდა FAM. ბრძანებებისთვის აკრიფე დახმარება." in gia.lines
    commands = {nia: ("tarraing", "coinnigh", "pionós"), gia: ("აღება", "დატოვება", "ჯარიმა")}
    for _ in range(2000):
        if all(person.session.waits for person in people):
            break
        person = next(one for one in people if one.session.waits)
        view = person.session._table.view()
        assert view.game
        plays = [one for one in view.game.legal if isinstance(one, Play)]
        if plays:
            color = "" if plays[0].color is None else f" {color_name(person.words, plays[0].color)}"
            person.say(card_name(person.words, plays[0].card) + color)
        else:
            kinds = {type(one) for one in view.game.legal}
            person.say(
                next(word for word, kind in zip(commands[person], (Draw, Keep, Take), strict=True) if kind in kinds)
            )
    assert {"Bhuaigh tú an cluiche", "Bhuaigh გია an cluiche"} & set(nia.lines)
    assert {"შენ მოიგე მატჩი", "Niamh იგებს მატჩს"} & set(gia.lines)
    told_irish = " ".join(nia.lines).replace("გია", "")
    told_georgian = " ".join(gia.lines).replace("Niamh", "").replace("FAM", "")
    assert not re.search("[ა-ჰ]", told_irish)
    assert english(told_irish, "ga") == []
    assert english(told_georgian, "ka") == []
    assert "dearg" in told_irish
    assert "წითელი" in told_georgian
