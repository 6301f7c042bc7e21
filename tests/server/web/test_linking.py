"""`ssh HOST link`: a phone plays as the person with the key, until the link ends."""

import asyncio
import re
from pathlib import Path

import asyncssh
from playwright.async_api import Browser, expect

from tests.server.clients import connected, said
from tests.server.web.phones import phone
from tests.server.web.sockets import Served, served, socket
from uno_server.app.links import TICKET_SECONDS, Tickets
from uno_server.ssh.addresses import AddressBlock
from uno_server.ssh.logins import Logins, PublicKey
from uno_tui.journal import Journal
from uno_tui.journal.links import MAX_LINKS


async def ticket(page: Served, key: asyncssh.SSHKey) -> str:
    """Type `ssh HOST link`, and return the ticket in the address that it shows."""
    page.service.links.page_url = lambda: page.origin
    async with connected(page.server, name="ann", keys=[key]) as ann:
        out, err, status = await said(ann, "link")
    assert ("", 0) == (err, status)
    found = re.search(rf"{page.origin}/#link=(\S+)", out)
    assert found
    assert "█" in out
    assert 23 >= len(out.splitlines())  # all of it is on a small screen
    return found[1]


async def test_a_linked_phone_is_the_person(page: Served, key: asyncssh.SSHKey) -> None:
    """A scanned code brings the phone in under the key's identity and name, and its secret does so again."""
    code = await ticket(page, key)
    async with socket(page) as phone:
        entered = await phone.enter("", ticket=code)
        assert ("ann", False, "") == (entered["name"], entered["guest"], entered["resume"])
        person = page.page.visits[0].person
        assert f"ssh:{key.get_fingerprint()}" == person.identity
    async with socket(page) as phone:
        assert "ann" == (await phone.enter("", secret=entered["secret"]))["name"]


async def test_a_code_works_once(page: Served, key: asyncssh.SSHKey) -> None:
    """A second phone with the same code is refused, and so is a code that was never given."""
    code = await ticket(page, key)
    async with socket(page) as phone, socket(page) as thief, socket(page) as guesser:
        await phone.enter("", ticket=code)
        assert "no_link" == (await thief.enter("", ticket=code))["error"]
        assert "no_link" == (await guesser.enter("", secret="x" * 32))["error"]
        await thief.send(type="enter", name="Eve")
        assert (await thief.until("entered"))["guest"]


async def test_of_two_phones_at_once_one_is_linked(page: Served, key: asyncssh.SSHKey) -> None:
    """If two phones send the same code at the same moment, one comes in and the other is refused."""
    code = await ticket(page, key)
    async with socket(page) as one, socket(page) as other:
        answers = await asyncio.gather(one.enter("", ticket=code), other.enter("", ticket=code))
        assert ["entered", "error"] == sorted(answer["type"] for answer in answers)
        assert 1 == len(page.page.visits)


async def test_a_code_is_scanned_from_anywhere_within_ten_minutes(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    """A phone has another address than the person with ssh; after ten minutes the code is worth nothing."""
    now = [0.0]
    async with served(tmp_path, trusted=(AddressBlock("127.0.0.2"), AddressBlock("127.0.0.1"))) as page:
        page.service.links.tickets = Tickets(lambda: now[0])
        page.service.links.page_url = lambda: page.origin
        found = [page.service.links.tickets.issue("ssh:a"), page.service.links.tickets.issue("ssh:b")]
        assert page.service.people is not None
        for name in "ab":
            await page.service.people.welcome(f"ssh:{name}", name)
        for seconds, address, code in ((599.0, "192.0.2.7", found[0]), (600.0, "192.0.2.8", found[1])):
            now[0] = seconds
            async with socket(page, X_Forwarded_For=address) as phone:
                assert ("a" if seconds < 600 else None) == (await phone.enter("", ticket=code)).get("name")


def test_a_code_ends_after_ten_minutes_or_with_a_newer_one() -> None:
    """A ticket is worth nothing after its time, and a person has one at most."""
    now = [0.0]
    tickets = Tickets(lambda: now[0])
    first, other = tickets.issue("ssh:a"), tickets.issue("ssh:b")
    second = tickets.issue("ssh:a")
    assert [None, "ssh:a", None] == [tickets.redeem(first), tickets.redeem(second), tickets.redeem(second)]
    now[0] = TICKET_SECONDS
    assert tickets.redeem(other) is None


async def test_a_phone_is_never_an_operator(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    """The phone of an operator has no operator's rights."""
    logins = Logins(operators=(PublicKey(key.get_fingerprint()),))
    async with served(tmp_path, logins=logins) as page, socket(page) as phone:
        await phone.enter("", ticket=await ticket(page, key))
        assert not page.page.visits[0].person.operator


async def test_links_are_listed_and_ended(page: Served, key: asyncssh.SSHKey) -> None:
    """`links` lists a person's phones; an ended link sends its phone away, and its secret is worth nothing."""
    async with socket(page) as phone, connected(page.server, name="ann", keys=[key]) as ann:
        assert "No phone is linked" in (await said(ann, "links"))[0]
        assert ("", "No phone is linked to your key.\n", 2) == await said(ann, "links end 7")
        entered = await phone.enter("", ticket=await ticket(page, key))
        assert re.match(r"1  linked 20\d\d-\d\d-\d\d, ", (await said(ann, "links"))[0])
        assert ("", "There is no link 2; the last one is 1.\n", 2) == await said(ann, "links end 2")
        assert ("", "links takes nothing, or: end NUMBER, end all\n", 2) == await said(ann, "links end")
        assert "1 link ended." in (await said(ann, "links end 1"))[0]
        assert "removed" == (await phone.until("closed"))["reason"]
        async with socket(page) as again:
            assert "no_link" == (await again.enter("", secret=entered["secret"]))["error"]


async def test_guests_link_nothing(page: Served) -> None:
    """A guest has no key that a phone could be linked to."""
    async with connected(page.server) as guest:
        out, err, status = await said(guest, "link")
    assert ("", 1) == (out, status)
    assert "guest" in err


async def test_nothing_is_linked_without_a_safe_page(page: Served, key: asyncssh.SSHKey) -> None:
    """Without a page, or with one on the internet without https, `link` says so."""
    page.page.public_url = lambda: "http://uno.example.org"
    page.service.links.page_url = page.page.safe_url
    async with connected(page.server, name="ann", keys=[key]) as ann:
        assert 1 == (await said(ann, "link"))[2]
        for url in ("https://uno.example.org", "http://192.168.1.7:2280", "http://[fd00::2]:2280"):
            page.page.public_url = lambda url=url: url  # type: ignore[misc]  # each its own
            assert 0 == (await said(ann, "link"))[2]


async def test_a_secret_travels_safely_only(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    """By a public name without https, neither code nor secret is accepted; behind a proxy with https they are."""
    trusted = (AddressBlock("127.0.0.2"),)
    async with served(tmp_path, names=("uno.example.org",), trusted=trusted) as page:
        code = await ticket(page, key)
        origin = "http://uno.example.org"
        async with socket(page, origin=origin, Host="uno.example.org") as phone:
            assert "no_link" == (await phone.enter("", ticket=code))["error"]
        async with socket(page) as phone:
            assert "ann" == (await phone.enter("", ticket=code))["name"]


async def test_a_banned_key_has_no_phone(page: Served, key: asyncssh.SSHKey) -> None:
    """A ban of the key holds for its phones."""
    async with socket(page) as phone:
        entered = await phone.enter("", ticket=await ticket(page, key))
        page.server.admission.bans.add(key.get_fingerprint())
    async with socket(page) as phone:
        assert "banned" == (await phone.enter("", secret=entered["secret"]))["error"]


def everything(folder: Path) -> bytes:
    """Return the contents of all files of a folder."""
    return b"".join(one.read_bytes() for one in folder.iterdir())


async def test_only_a_hash_is_stored(tmp_path: Path) -> None:
    """The database holds no phone's secret, few phones of one person, and none after 90 days on which it ran."""
    path, today = tmp_path / "uno.db", [1.7e9]
    journal = Journal(path, today=lambda: today[0])
    found = [await journal.links.add("ssh:a") for _ in range(MAX_LINKS + 2)]
    assert MAX_LINKS == len(await journal.links.of("ssh:a"))
    assert "ssh:a" == await journal.links.identity_of(found[-1])
    assert await journal.links.identity_of("nothing") is None
    journal.close()
    stored = everything(tmp_path)
    assert [] == [secret for secret in found if secret.encode() in stored]
    for _ in range(92):
        today[0] += 86400
        journal = Journal(path, today=lambda: today[0])
        journal.close()
    journal = Journal(path, today=lambda: today[0])
    assert () == await journal.links.of("ssh:a")
    journal.close()


async def test_a_scanned_code_brings_a_phone_in(browser: Browser, page: Served, key: asyncssh.SSHKey) -> None:
    """The address of `link` brings a phone in without asking for a name; it stays so when the page is loaded again."""
    code = await ticket(page, key)
    async with phone(browser, page) as scanned:
        await scanned.page.goto(f"{page.origin}/#link={code}")
        await expect(scanned.page.get_by_role("heading", name="tables")).to_be_visible()
        await scanned.page.reload()
        await expect(scanned.page.get_by_role("heading", name="tables")).to_be_visible()
        assert [("ann", False)] == [(one.person.name, one.person.guest) for one in page.page.visits]
        assert "link" not in scanned.page.url
