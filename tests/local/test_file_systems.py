"""Files are created and replaced as a whole on file systems without links, fsync, locks, modes or renaming over."""

import errno
import os
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from uno_server.ssh.host_key import KEY_NAME, HostKeyError, load_host_key
from uno_tui.local.files import create_file, keeps_modes, replace_file
from uno_tui.local.folder_lock import lock_folder
from uno_tui.net.join.host_keys import own_key


def refuse(number: int) -> Callable[..., Any]:
    """Return a function that fails with that error."""

    def refused(*_: Any, **__: Any) -> Any:
        raise OSError(number, os.strerror(number))

    return refused


def no_links(patch: pytest.MonkeyPatch, number: int) -> None:
    patch.setattr(os, "link", refuse(number))


def no_fsync(patch: pytest.MonkeyPatch, number: int) -> None:
    patch.setattr(os, "fsync", refuse(number))


def no_rename_over(patch: pytest.MonkeyPatch, number: int) -> None:
    rename = os.rename

    def only_to_new(source: Any, target: Any) -> None:
        if os.path.lexists(target):
            raise OSError(number, os.strerror(number))
        rename(source, target)

    patch.setattr(os, "replace", only_to_new)
    patch.setattr(os, "rename", only_to_new)


@pytest.fixture(
    params=[
        (no_links, errno.EPERM), (no_links, errno.ENOTSUP), (no_links, errno.ENOSYS), (no_links, errno.EMLINK),
        (no_fsync, errno.EINVAL), (no_fsync, errno.ENOSYS), (no_rename_over, errno.EEXIST),
        (no_rename_over, errno.EPERM),
    ],
    ids=lambda one: f"{one[0].__name__}-{errno.errorcode[one[1]]}",
)  # fmt: skip  # a table
def poor_folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on a file system that lacks something."""
    lack, number = request.param
    lack(monkeypatch, number)
    return tmp_path


@pytest.fixture
def without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    no_links(monkeypatch, errno.EPERM)
    return tmp_path


def test_keys_are_made_once(poor_folder: Path) -> None:
    """The host key and the key for joining are made at the first start, private, and the same at the next."""
    assert load_host_key(poor_folder).get_fingerprint() == load_host_key(poor_folder).get_fingerprint()
    assert own_key(poor_folder).get_fingerprint() == own_key(poor_folder).get_fingerprint()
    assert {KEY_NAME, "join_key"} == {one.name for one in poor_folder.iterdir()}
    assert {0o600} == {stat.S_IMODE(one.stat().st_mode) for one in poor_folder.iterdir()}


def test_a_file_is_replaced_as_a_whole(poor_folder: Path) -> None:
    """The new content is in place of the old, and nothing else is left."""
    for content in ("old", "new\n"):
        replace_file(poor_folder / "file", content)
    assert {"file": "new\n"} == {one.name: one.read_text() for one in poor_folder.iterdir()}


def test_a_file_is_never_overwritten(poor_folder: Path) -> None:
    """A file that is there stays as it is, as does a dangling link."""
    assert create_file(poor_folder / "file", b"first")
    assert not create_file(poor_folder / "file", b"second")
    (poor_folder / "link").symlink_to("nowhere")
    assert not create_file(poor_folder / "link", b"second")
    assert b"first" == (poor_folder / "file").read_bytes()
    assert {"file", "link"} == {one.name for one in poor_folder.iterdir()}


def test_starts_at_the_same_time_agree(without_links: Path) -> None:
    """Without links, of servers that start at the same time those that do start use one key."""

    def start(_number: int) -> str:
        try:
            return load_host_key(without_links).get_fingerprint()
        except HostKeyError:
            return ""

    with ThreadPoolExecutor(4) as pool:
        prints = set(pool.map(start, range(8)))
    assert {load_host_key(without_links).get_fingerprint()} == prints - {""}
    assert {KEY_NAME} == {one.name for one in without_links.iterdir()}


def test_a_claim_that_was_left_over_stops_nobody(without_links: Path) -> None:
    """A process that was killed while it made a file stops others only for seconds."""
    claim = without_links / ".file.claim"
    claim.touch()
    with pytest.raises(OSError, match="another process"):
        create_file(without_links / "file", b"whole")
    long_ago = claim.stat().st_mtime - 60
    os.utime(claim, (long_ago, long_ago))
    assert create_file(without_links / "file", b"whole")
    assert {"file"} == {one.name for one in without_links.iterdir()}


def test_a_full_disk_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error while writing leaves the old content, and no draft."""
    replace_file(tmp_path / "file", "old")
    monkeypatch.setattr(os, "fsync", refuse(errno.ENOSPC))
    for attempt in (replace_file, create_file):
        with pytest.raises(OSError, match="space"):
            attempt(tmp_path / "file", "new")
    assert {"file": "old"} == {one.name: one.read_text() for one in tmp_path.iterdir()}


@pytest.mark.parametrize("number", [errno.ENOTSUP, errno.ENOSYS, errno.ENOLCK, errno.EPERM])
def test_a_folder_is_used_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """A file system without locks can be used."""
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(fcntl, "flock", refuse(number))
    with lock_folder(tmp_path):
        assert (tmp_path / "lock").exists()


def test_one_mode_for_all_files_stops_no_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a file system that keeps no modes, the host key's says nothing; elsewhere others must not change the key."""
    first = load_host_key(tmp_path)
    (tmp_path / KEY_NAME).chmod(0o777)
    with pytest.raises(OSError, match="changed by other users"):
        load_host_key(tmp_path)
    fstat = os.fstat
    monkeypatch.setattr(os, "fstat", lambda number: os.stat_result((0o100777, *fstat(number)[1:])))
    assert not keeps_modes(tmp_path)
    assert first.get_fingerprint() == load_host_key(tmp_path).get_fingerprint()
