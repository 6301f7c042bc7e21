"""README and docs: short enough, links that lead somewhere, and commands that `uno` understands."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from tests import ROOT
from tests.docs import DOCS, MAN, PARTS, SCHEMA, renewed, schema_text
from tests.man_pages import write
from uno_tui.cli.commands import main

PAGES = [ROOT / "README.md", ROOT / "server" / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)")


def anchors(text: str) -> set[str]:
    """Return the anchors that GitHub gives to the headings of a page."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def commands() -> list[str]:
    """Return each `uno` command of the shell blocks of all pages, without its comment."""
    blocks = [block for page in PAGES for block in re.findall(r"```sh\n(.*?)```", page.read_text(), re.DOTALL)]
    lines = [line.partition("  #")[0].strip() for block in blocks for line in block.splitlines()]
    return sorted({line for line in lines if line.split(" ")[0] == "uno"})


def test_the_readme_is_read_in_one_go() -> None:
    """README has at most 150 lines; the rest is in docs."""
    assert 150 >= len((ROOT / "README.md").read_text().splitlines())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link names a file of the checkout, and an anchor names one of its headings."""
    dead = []
    for target, anchor in LINK.findall(page.read_text()):
        if "://" in target:
            continue
        path = (page.parent / target).resolve() if target else page
        if not path.exists() or (anchor and anchor not in anchors(path.read_text())):
            dead.append(f"{target}#{anchor}")

    assert [] == dead


@pytest.mark.parametrize("line", commands())
def test_commands_are_understood(line: str) -> None:
    """The words of each command are parsed without an error; nothing is started."""
    words = shlex.split(line.partition(" > ")[0].partition(" | ")[0].replace("FILE", "-").replace(" mine", " light"))[
        1:
    ]
    context = main.make_context("uno", words.copy(), resilient_parsing=not words)
    if words:
        name, command, rest = main.resolve_command(context, words)
        assert command is not None
        command.make_context(name, rest, parent=context, resilient_parsing=False)


def test_every_page_is_linked() -> None:
    """Each page of docs can be reached from README by links."""
    reached, open_pages = set(), [ROOT / "README.md"]
    while open_pages:
        page = open_pages.pop()
        if page in reached or page.suffix != ".md":
            continue
        reached.add(page)
        open_pages += [(page.parent / target).resolve() for target, _ in LINK.findall(page.read_text()) if target]

    assert set(PAGES) <= reached


@pytest.mark.parametrize("name", PARTS)
def test_generated_parts_are_current(name: str) -> None:
    """The generated parts of the docs are as `python -m tests.docs` writes them."""
    assert renewed(name) == (DOCS / PARTS[name][0]).read_text()


def test_the_schema_is_current() -> None:
    """The JSON Schema in docs is the one that `python -m tests.docs` writes."""
    assert schema_text() == SCHEMA.read_text()


def test_the_man_pages_are_current(tmp_path: Path) -> None:
    """The man pages in docs are those that `python -m tests.docs` writes."""
    write(tmp_path)
    made, kept = ({path.name: path.read_text() for path in folder.iterdir()} for folder in (tmp_path, MAN))
    assert made == kept


def test_the_engine_s_example_is_true() -> None:
    """Every Python line in docs/engine.md has the output that the page shows."""
    failed, tried = doctest.testfile(str(ROOT / "docs" / "engine.md"), module_relative=False)
    assert (0, True) == (failed, tried > 5)


def test_the_readme_begins_with_a_film() -> None:
    """Its first picture is an animated SVG below 200 KB, and the file has at most 150 lines."""
    readme = (ROOT / "README.md").read_text("utf-8")
    first = re.search(r"!\[[^\]]+\]\(([^)]+)\)", readme)
    assert first is not None
    film = (ROOT / first[1]).read_text("utf-8")
    assert "docs/match.svg" == first[1]
    assert 200_000 > len(film.encode())
    assert film.count("@keyframes") > 20
    assert 150 >= len(readme.splitlines())
