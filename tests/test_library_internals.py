"""Internals of Textual, rich and asyncssh: all that are used are listed, and a version without one is an error."""

import ast
import inspect
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import FunctionType
from typing import Any

import pytest

import uno_server
import uno_tui
from tests import ROOT
from uno_tui.library_internals import INTERNALS, LibraryError, missing, require

LIBRARIES = ("asyncio", "asyncssh", "nats", "rich", "textual")
LISTED = {name for names in INTERNALS.values() for name in names}
MODULES = [
    import_module(found.name)
    for package in (uno_tui, uno_server)
    for found in walk_packages(package.__path__, f"{package.__name__}.")
]
OWN = ("uno_tui", "uno_server")
OF_NAMED_TUPLES = {"_asdict", "_fields", "_replace"}
OF_OS = {"_exit"}


def is_private(name: str) -> bool:
    return name.isidentifier() and name.startswith("_") and not name.startswith("__") and name != "_"


def is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


@cache
def tree(module: Any) -> ast.Module:
    return ast.parse(Path(inspect.getfile(module)).read_text())


def of_library(module: str) -> bool:
    return module.partition(".")[0] in LIBRARIES


def imports(node: ast.AST) -> Iterator[str]:
    """Yield the dotted names that a node imports."""
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield from (f"{node.module}.{one.name}" for one in node.names)


def names_in(kind: type) -> set[str]:
    """The private names that a library's class has itself or uses in its methods, on whatever object."""
    found = set(vars(kind)) | set(vars(kind).get("__annotations__", ()))
    for value in vars(kind).values():
        function = inspect.unwrap(getattr(value, "fget", None) or getattr(value, "__func__", value))
        if isinstance(function, FunctionType):
            found.update(function.__code__.co_names)
    return set(filter(is_private, found))


def names_used_by(kind: type) -> set[str]:
    """The private names that one of the program's classes defines, reads or sets."""
    nodes = ast.walk(
        next(
            node
            for node in ast.walk(tree(sys.modules[kind.__module__]))
            if isinstance(node, ast.ClassDef) and node.name == kind.__name__
        )
    )
    found = set()
    for node in nodes:
        if isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return set(filter(is_private, found))


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_installed_version_has_all_internals(library: str) -> None:
    """Each name on the list is in the installed version; a failure says which names of which version are gone."""
    require.cache_clear()
    require(library)


def test_a_missing_internal_is_named_with_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names what is missing, be it a module, a class, an attribute or a parameter, and the version."""
    gone = {"rich.console:Console": "a", "rich.console:Gone": "b", "rich.gone": "c", "rich.style:Style.parse": "d"}
    for owner, name in gone.items():
        monkeypatch.setitem(INTERNALS, owner, (name,))
    assert [f"{owner.replace(':', '.')}.{name}" for owner, name in gone.items()] == missing("rich")
    require.cache_clear()
    with pytest.raises(LibraryError, match=r"^rich \d+\.\d+\.\d+ has no rich\.console\.Console\.a, rich"):
        require("rich")


@pytest.mark.parametrize(
    ("module", "owner"),
    [
        ("uno_server.ssh.asyncssh_hooks", "asyncssh.connection:SSHConnection"),
        ("uno_server.ssh.asyncssh_hooks", "asyncio.selector_events:_SelectorSocketTransport"),
        ("uno_server.ssh.server", "asyncssh.channel:SSHChannel"),
        ("uno_server.line.driver.driver", "textual.app:App"),
        ("uno_server.line.driver.driver", "rich.console:Console.__init__"),
        ("uno_tui.tui.app", "textual.strip:Strip.__init__"),
    ],
)
def test_the_program_does_not_start_without_an_internal(module: str, owner: str) -> None:
    """A module that uses a missing internal cannot be imported."""
    code = (
        "from uno_tui.library_internals import INTERNALS, LibraryError\n"
        f"INTERNALS[{owner!r}] += ('gone',)\n"
        f"try:\n    import {module}\nexcept LibraryError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert f"has no {owner.replace(':', '.')}.gone" in done.stdout


def test_a_missing_internal_is_one_line_on_the_command_line() -> None:
    """`uno` prints the error without a traceback and ends with status 1."""
    code = (
        "import sys; from uno_tui.library_internals import INTERNALS\n"
        "INTERNALS['asyncssh.channel:SSHChannel'] += ('gone',)\n"
        "sys.argv = ['uno', 'serve']\n"
        "from uno_tui.cli.commands import main\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)

    assert (1, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
    assert "has no asyncssh.channel.SSHChannel.gone" in done.stderr


def test_subclasses_use_no_private_name_off_the_list() -> None:
    """A class built on a library's class, also as a mixin, shares only listed private names with the library's code.

    Both sides are compared by name: those that the class's source mentions, and those that the library's class or its
    methods have. So an attribute of ours that would overwrite one of theirs by accident is found as well.
    """
    kinds = {kind for module in MODULES for kind in vars(module).values() if isinstance(kind, type)}
    shared = {
        f"{own.__qualname__}: {theirs.__module__}.{theirs.__qualname__}.{name}"
        for kind in kinds
        for own in kind.__mro__
        if own.__module__.startswith(OWN)
        for theirs in kind.__mro__
        if of_library(theirs.__module__)
        for name in names_used_by(own) & names_in(theirs) - LISTED
    }

    assert set() == shared


def test_no_private_name_of_another_object_is_used_off_the_list() -> None:
    """An attribute of anything but the object itself, an argument or a string in code beside a library is listed.

    Names that the module defines are its own.
    """
    found = set()
    for module in MODULES:
        beside = any(of_library(name) for node in ast.walk(tree(module)) for name in imports(node))
        own = {
            node.attr
            for node in ast.walk(tree(module))
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
        }
        own |= {
            node.name
            for node in ast.walk(tree(module))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        }
        own |= {node.id for node in ast.walk(tree(module)) if isinstance(node, ast.Name) and is_stored(node)}
        for node in ast.walk(tree(module)):
            name = ""
            if isinstance(node, ast.Attribute) and node.attr not in own:
                name = node.attr
            elif isinstance(node, ast.keyword) and beside:
                name = node.arg or ""
            elif isinstance(node, ast.Constant) and beside and node.value not in own:
                name = str(node.value)
            if is_private(name) and name not in LISTED | OF_NAMED_TUPLES | OF_OS:
                found.add(f"{module.__name__}: {name}")

    assert set() == found


def test_no_private_module_of_a_library_is_imported_off_the_list() -> None:
    """Nothing with a leading underscore is imported from a library unless the list names it."""
    listed = {owner.replace(":", ".") for owner in INTERNALS}
    found = {
        name
        for module in MODULES
        for node in ast.walk(tree(module))
        for name in imports(node)
        if of_library(name) and any(map(is_private, name.split(".")))
    }

    assert set() == found - listed


def test_every_private_name_on_the_list_is_used() -> None:
    """A name that the program no longer uses is taken off the list."""
    words = {
        word
        for module in MODULES
        for node in ast.walk(tree(module))
        for word in (
            getattr(node, "attr", ""), getattr(node, "name", ""), getattr(node, "arg", ""), getattr(node, "id", ""),
            getattr(node, "value", ""),
        )
        if isinstance(word, str) and module.__name__ != "uno_tui.library_internals"
    }  # fmt: skip

    assert set() == set(filter(is_private, LISTED)) - words


def test_live_objects_of_asyncssh_are_changed_in_one_module() -> None:
    """In the server's ssh code only `asyncssh_hooks` sets or deletes attributes by name or on another object."""
    found = set()
    for module in MODULES:
        if not module.__name__.startswith("uno_server.ssh.") or module.__name__ == "uno_server.ssh.asyncssh_hooks":
            continue
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("setattr", "delattr"):
                found.add(f"{module.__name__}: {ast.unparse(node)}")
            if isinstance(node, ast.Attribute) and is_private(node.attr) and ast.unparse(node.value) != "self":
                if isinstance(node.ctx, ast.Load):
                    continue
                found.add(f"{module.__name__}: {ast.unparse(node)}")

    assert set() == found
