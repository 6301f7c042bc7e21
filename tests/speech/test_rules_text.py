"""The rules in force as text: complete, right for the options, translatable, printable."""

import re

import pytest

from tests.pseudo import PseudoWords, unmarked
from tests.views import rule_sets
from uno_tui.game.rules import MAPPING, OPTIONS, PRESETS, Rules
from uno_tui.i18n import Words
from uno_tui.speech.rules_text import Section, rules_lines, rules_sections, rules_text

EN = Words("en")


def body(rules: Rules) -> list[Section]:
    """Return the sections without the heading that names the options."""
    return list(rules_sections(rules, EN))


def sentences(rules: Rules) -> set[str]:
    return {sentence for section in body(rules) for sentence in section.sentences}


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_of_every_option_tells(name: str) -> None:
    """Two values of an option never have the same text, so a reader knows which one is in force."""
    option = OPTIONS[name]
    deck = ["deck=regular"] if name in MAPPING else []
    texts = [tuple(body(Rules.parse("classic", [*deck, f"{name}={option.text(value)}"]))) for value in option.values]
    assert len(set(texts)) == len(texts)


def test_presets_have_different_texts() -> None:
    """Every preset has a different text."""
    assert len({rules_text(rules, EN) for rules in PRESETS.values()}) == len(PRESETS)


@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.text)
def test_whole_sentences(rules: Rules) -> None:
    """A sentence begins with a capital or number, ends with a stop, has no placeholder left, and is not repeated."""
    said = [sentence for section in body(rules) for sentence in section.sentences]
    assert [one for one in said if not re.fullmatch(r"[A-Z0-9][^{}]*\.", one)] == []
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.text)
def test_every_letter_is_translatable(rules: Rules) -> None:
    """In the pseudo-language every letter of titles and sentences is marked, except in notation."""
    sections = rules_sections(rules, PseudoWords())
    text = " ".join(" ".join([section.title, *section.sentences]) for section in sections)
    assert unmarked(text) == []


@pytest.mark.parametrize("width", [40, 78])
def test_lines_keep_to_their_width(width: int) -> None:
    """No line is wider than the given width, and the lines have all the sections' text."""
    rules = PRESETS["party"]
    lines = rules_lines(rules, EN, width)
    assert max(map(len, lines)) <= width
    flat = " ".join(" ".join(lines).split())
    assert [one for one in sentences(rules) if one not in flat] == []


def test_the_heading_says_how_to_get_these_rules() -> None:
    """The first line names the preset and the options that differ from it."""
    assert rules_lines(Rules.parse("official", ["stacking=same"]), EN)[0] == "Rules: official stacking=same"


def test_what_the_deck_lacks_is_not_told() -> None:
    """A deck without wilds, or without Skip, has no sentence about them."""
    plain = ["deck=regular", "black_joker=none", "red_joker=none", "jack=number"]
    text = " ".join(sentences(Rules.parse("classic", plain)))
    assert "Wild" not in text
    assert "Skip:" not in text
    assert "Jacks count as 11." in text
    assert "Hearts are red" in text


def test_challenge_is_told_only_where_it_exists() -> None:
    """Only rules with bluffing mention a challenge; with stacking they mention the sum."""
    assert [name for name, rules in PRESETS.items() if "challenge" in " ".join(sentences(rules))] == [
        "official",
        "party",
    ]
    assert "the whole penalty" in " ".join(sentences(PRESETS["party"]))
    assert "the whole penalty" not in " ".join(sentences(PRESETS["official"]))


def test_numbers_are_those_of_the_rules() -> None:
    """Hand size, target and the penalty for a forgotten call are those of the rules."""
    said = sentences(Rules(hand_size=1, target=200, uno_penalty=4))
    assert {
        "Everyone is dealt 1 card, face down.",
        "The first to reach 200 points wins the match.",
        "If you forget, anyone may catch you, and you draw 4 cards.",
    } <= said


def test_house_rules_are_told_only_when_on() -> None:
    """Classic has no section of house rules; party has doubles, jump-in, sevens and zeros."""
    titles = {name: [section.title for section in body(rules)] for name, rules in PRESETS.items()}
    assert "House rules" not in titles["classic"]
    party = next(section for section in body(PRESETS["party"]) if section.title == "House rules")
    assert [sentence.split(":")[0] for sentence in party.sentences[:4]] == ["Doubles", "Jump-in", "Sevens", "Zeros"]


def test_a_rules_text_is_made_once_for_all_who_ask() -> None:
    """Equal rules in the same language share one text; other rules, languages and widths have their own."""
    text = rules_lines(PRESETS["party"], EN)
    assert text is rules_lines(Rules.parse("party"), Words("en"))
    others = [
        rules_lines(PRESETS["classic"], EN),
        rules_lines(PRESETS["party"], Words("ga")),
        rules_lines(PRESETS["party"], EN, 40),
        rules_lines(PRESETS["party"], PseudoWords()),
    ]
    assert text not in others
