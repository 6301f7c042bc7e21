"""Languages over ssh: a session uses the language chosen in the settings, else that of the client's environment."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest
from wcwidth import wcswidth

from tests.server.clients import connected, said, screen, sees
from tests.waiting import within
from uno_server.app.commands import help_text
from uno_server.app.service import GameService
from uno_server.ops.operator_commands import HELP
from uno_server.ssh.server import Server, serve
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.journal import Journal
from uno_tui.lobby.lobby import Lobby


@pytest.fixture
async def uno(tmp_path: Path) -> AsyncIterator[Server]:
    """A server with a lobby behind it."""
    service = GameService(Lobby())
    server = await serve("127.0.0.1", 0, tmp_path, service.open_session, service.answer)
    yield server
    await server.stop()
    await service.lobby.close()


async def test_two_screens_of_one_table_in_two_languages(uno: Server) -> None:
    """At one table a Georgian and an Irish client each see the events in their own language."""
    async with connected(uno, name="gia") as one, connected(uno, name="niamh") as other:
        _, gia = await screen(one, env={"LANG": "ka_GE.UTF-8"}, until_text="FAM1", command="join FAM1")
        await sees(gia, "მაგიდა FAM1")
        _, niamh = await screen(other, env={"LANG": "ga_IE.UTF-8"}, until_text="bord FAM1", command="join FAM1")
        await sees(gia, "niamh დაჯდა")
        await sees(niamh, "Shuigh tú síos")


@pytest.mark.parametrize(
    ("command", "georgian"),
    [
        ("rules party", "სამოქმედო კარტები"),
        ("help", "უყურე მაგიდას CODE"),
        ("rooms", "ღია მაგიდა არ არის. join CODE ახალს გახსნის."),
        ("scores", "ჯერ არცერთი მატჩი არ დასრულებულა."),
    ],
)
async def test_answers_are_in_the_client_s_language(uno: Server, command: str, georgian: str) -> None:
    """Commands are answered in the language of the client's environment, if its character set has the letters."""
    for environment, is_georgian in (
        ({"LANG": "ka_GE.UTF-8"}, True),
        ({"LANG": "ka_GE.UTF-8", "LC_ALL": "en_US.UTF-8"}, False),
        ({"LANG": "ka_GE.GEORGIAN-PS"}, False),
    ):
        async with connected(uno) as ann:
            told, _, status = await said(ann, command, env=environment)
            assert (0, is_georgian) == (status, georgian in told)


async def test_errors_are_in_the_client_s_language(uno: Server) -> None:
    """An unknown command and an unknown preset are refused in the language of the client's environment."""
    for command, irish in (
        ("hepl", "Ordú anaithnid: 'hepl' (an é help a bhí i gceist agat?)"),
        ("rules partie", "níl réamhshocrú 'partie' ann (an é party a bhí i gceist agat?)"),
    ):
        async with connected(uno) as ann:
            _, told, status = await said(ann, command, env={"LANG": "ga_IE.UTF-8"})
            assert (2, True) == (status, irish in told), told


async def test_plain_mode_is_in_the_client_s_language(uno: Server) -> None:
    """The lobby in lines accepts and prints the words of the client's language."""
    async with connected(uno) as ann:
        told, _, _ = await said(ann, "plain", env={"LC_MESSAGES": "ms_MY.UTF-8"}, input="segera\nbantu\nkeluar\n")
        assert "Anda di lobi. Untuk senarai arahan, taip bantu." in told
        assert "cabut atau d: cabut kad tanpa bermain" in told
        assert "Anda meninggalkan meja" in told


async def test_the_language_that_was_chosen_goes_before_the_environment_s(
    tmp_path: Path, key: asyncssh.SSHKey, journal: Journal
) -> None:
    """A language chosen in the settings is used for lines, errors and answers, whatever the environment says."""
    service = GameService(Lobby(register=journal), journal)
    server = await serve("127.0.0.1", 0, tmp_path, service.open_session, service.answer)
    journal.people.set(f"ssh:{key.get_fingerprint()}", "language", '"ms"')
    for words, malay in (
        ("plain", "Anda di lobi."),
        ("plain nowhere", "Tidak dikenali: nowhere"),
        ("watch NONE", "Tiada meja NONE."),
        ("rooms", "Tiada meja terbuka"),
    ):
        async with connected(server, keys=[key]) as ann:
            told, complained, _ = await said(ann, words, env={"LANG": "ga_IE.UTF-8"}, stdin=asyncssh.DEVNULL)
            assert malay in told + complained
    await within(server.stop())
    await service.lobby.close()


@pytest.mark.parametrize(
    "words", ["help", "rooms", "rules", "stats", "plain watch NONE", "json watch NONE", "nonsense"]
)
async def test_a_language_that_was_chosen_is_not_sent_to_a_terminal_without_its_letters(
    tmp_path: Path, key: asyncssh.SSHKey, journal: Journal, words: str
) -> None:
    """Where the terminal's character set has no Georgian letters, everything is in English, as on screens."""
    service = GameService(Lobby(register=journal), journal)
    server = await serve("127.0.0.1", 0, tmp_path, service.open_session, service.answer)
    journal.people.set(f"ssh:{key.get_fingerprint()}", "language", '"ka"')
    for charset, has_georgian in (("UTF-8", True), ("ISO-8859-1", False)):
        async with connected(server, keys=[key]) as ann:
            env = {"LC_ALL": f"en_US.{charset}"}
            told, complained, _ = await said(ann, words, env=env, stdin=asyncssh.DEVNULL, term_type="dumb")
            text = json.loads((told + complained).splitlines()[-1])["text"] if "json" in words else told + complained
            assert has_georgian is not text.isascii(), text
    await within(server.stop())
    await service.lobby.close()


@pytest.mark.parametrize("words", ["help", "rules", "stats", "plain", "plain watch NONE", "daily board"])
@pytest.mark.parametrize("terminal", ["", "dumb"])
async def test_accents_are_not_sent_to_a_terminal_without_them(uno: Server, words: str, terminal: str) -> None:
    """Where the terminal's character set is not UTF-8, Irish is written without accents, as on screens."""
    for charset, has_accents in (("UTF-8", True), ("ISO-8859-1", False)):
        async with connected(uno) as ann:
            env = {"LC_ALL": f"ga_IE.{charset}"}
            told, complained, _ = await said(ann, words, env=env, stdin=asyncssh.DEVNULL, term_type=terminal or None)
            text = told + complained
            assert (has_accents, False) == (not text.isascii(), "?" in text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_fits_on_80_columns(language: str) -> None:
    """No line of the help is longer than 80 columns, in any language, for players and for operators."""
    lines = (help_text(Words(language)) + HELP).splitlines()
    assert [] == [line for line in lines if wcswidth(line) > 80]
    assert all(line[:37].strip() or line[37] != " " for line in lines)
