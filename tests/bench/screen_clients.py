"""The ssh clients of a bench, in their own process; they connect, press keys and leave as the lines on stdin say."""

import asyncio
import sys

import asyncssh


class Silent(asyncssh.SSHClientSession[bytes]):
    """Receives output and ignores it."""


async def serve(port: int) -> None:
    """Carry out the lines of stdin: ``come NAME COUNT WIDTH HEIGHT``, ``keys NAME HEX``, ``go NAME``."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    here: dict[str, list[tuple[asyncssh.SSHClientConnection, asyncssh.SSHClientChannel[bytes]]]] = {}
    key = asyncssh.generate_private_key("ssh-ed25519")
    while words := (await reader.readline()).decode().split():
        match words:
            case ["come", name, count, width, height]:
                for _ in range(int(count)):
                    connection = await asyncssh.connect(
                        "127.0.0.1", port, username=name, client_keys=[key], known_hosts=None, config=None,
                        agent_path=None,
                    )  # fmt: skip  # one call
                    channel, _session = await connection.create_session(
                        Silent, term_type="xterm-256color", term_size=(int(width), int(height)), encoding=None,
                        request_pty="force",
                    )  # fmt: skip  # one call
                    here.setdefault(name, []).append((connection, channel))
            case ["keys", name, keys]:
                for _connection, channel in here[name]:
                    channel.write(bytes.fromhex(keys))
            case ["go", name]:
                for connection, _channel in here.pop(name):
                    connection.abort()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
