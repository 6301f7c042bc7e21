"""The ranges in pyproject.toml and the tested versions in constraints.txt."""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
OWN = [
    requirement
    for texts in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    for requirement in map(Requirement, texts)
    if requirement.name != PROJECT["name"]
]
"""The project's own requirements, those of its extras included."""
LINES = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
TESTED = {canonicalize_name(name): Version(version) for name, _, version in (line.partition("==") for line in LINES)}


def needed(requirement: Requirement, seen: set[str]) -> Iterator[str]:
    """Yield the canonical names of a requirement and of its dependencies, where those are installed."""
    name = canonicalize_name(requirement.name)
    if (key := f"{name}{sorted(requirement.extras)}") in seen:
        return
    seen.add(key)
    yield name
    try:
        texts = distribution(name).requires or []
    except PackageNotFoundError:  # a linter, where only the tests' libraries are installed
        return
    for further in map(Requirement, texts):
        extras = ({"extra": extra} for extra in requirement.extras or {""})
        if further.marker is None or any(further.marker.evaluate(extra) for extra in extras):
            yield from needed(further, seen)


@pytest.mark.parametrize("requirement", OWN, ids=lambda one: one.name)
def test_a_range_has_two_ends(requirement: Requirement) -> None:
    """Every dependency has a lower bound, which is included, and an upper bound, which is not."""
    assert ["<", ">="] == sorted(one.operator for one in requirement.specifier)


@pytest.mark.parametrize("requirement", OWN, ids=lambda one: one.name)
def test_the_tested_version_is_in_the_range(requirement: Requirement) -> None:
    """The version in constraints.txt is one that pyproject.toml accepts."""
    assert TESTED[canonicalize_name(requirement.name)] in requirement.specifier


def test_every_dependency_is_constrained() -> None:
    """Every package that the game, its tests or its linters install has a version in constraints.txt."""
    seen: set[str] = set()
    names = {name for requirement in OWN for name in needed(requirement, seen)}

    assert set() == names - set(TESTED)


def test_constraints_are_names_and_versions() -> None:
    """constraints.txt lists names and versions, sorted, each name once: no address and no hash."""
    assert [] == [line for line in LINES if not re.fullmatch(r"[A-Za-z0-9.-]+==[0-9.]+", line)]
    assert sorted(LINES, key=str.casefold) == LINES
    assert len(LINES) == len(TESTED)


@pytest.mark.parametrize("path", [".ci/run", "README.md"])
def test_the_tests_are_run_with_the_tested_versions(path: str) -> None:
    """Every command that installs the tests' or the linters' libraries uses constraints.txt."""
    lines = [
        line for line in (ROOT / path).read_text().splitlines() if re.search(r"pip install .*\[(test|dev)\]", line)
    ]

    assert lines
    assert [] == [line for line in lines if "--constraint constraints.txt" not in line]
