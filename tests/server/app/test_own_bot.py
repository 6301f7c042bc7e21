"""The example of a bot in docs/programs.md, unchanged, against a real server through OpenSSH."""

import asyncio
import json
import re
import sys
from pathlib import Path

from tests import ROOT
from tests.server.clients import openssh
from tests.server.line_service import LineService
from tests.terminals import ran
from uno_server.ssh.server import Server

PAGE = ROOT / "docs" / "programs.md"


def example() -> str:
    """Return the program in the page's section on bots."""
    section = PAGE.read_text(encoding="utf-8").partition("## Write your own bot\n")[2].partition("\n## ")[0]
    [program] = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    return str(program)


def test_the_example_is_short_and_needs_nothing() -> None:
    """The example has about thirty lines and imports only the standard library."""
    assert 32 >= len(example().splitlines())
    imported = re.findall(r"^import (\w+)", example(), re.MULTILINE)
    assert {"json", "subprocess", "sys"} == set(imported) <= sys.stdlib_module_names


async def test_the_example_plays_a_round(in_lines: Server, service: LineService, tmp_path: Path) -> None:
    """The example plays a whole round against three medium bots, is never refused, and prints the winner."""
    (tmp_path / "bot.py").write_text(example())
    said: list[list[str]] = []
    for _ in range(3):
        command = openssh(in_lines, tmp_path, options=["-T"])
        out, err, status = await ran([sys.executable, str(tmp_path / "bot.py"), *command])
        assert ("", 0) == (err, status)
        said.append(out.splitlines())
    assert [1, 1, 1] == [len(lines) for lines in said]
    assert {"ann won", "Ada won", "Bran won", "Cleo won"} >= {lines[0] for lines in said}
    await asyncio.sleep(0)
    assert [] == service.seated


async def test_the_protocol_of_a_program(in_lines: Server, tmp_path: Path) -> None:
    """A hello with the version comes first, then views; a wrong line gets one error, a wrong move one refusal."""
    lines = ['{"type":"act","action":"draw","request":5}', "draw", '{"type":"kick","seat":1}', '{"type":"leave"}']
    command = openssh(in_lines, tmp_path, "json", "new", "bots=3", options=["-T"])
    out, err, status = await ran(command, stdin="\n".join(lines).encode())
    assert ("", 0) == (err, status)
    hello, view, *rest = map(json.loads, out.splitlines())
    assert ("hello", 1, "ann", True) == (hello["type"], hello["version"], hello["name"], hello["guest"])
    assert ("view", 1) == (view["type"], view["you"])
    answers = [one for one in rest if one["type"] != "view"]
    assert ["error", "notice", "closed"] == [one["type"] for one in answers if one["type"] != "refused"]
    assert "left" == answers[-1]["reason"]
