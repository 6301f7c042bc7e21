"""What the server offers in the key exchange: the library's list, less what audits reject.

The client's order decides, so a client that knows ML-KEM gets it. Still curve25519-sha256 stands first, for Dropbear
2022 guesses it and breaks off on any other first name; and hmac-sha2-256 stands last, for it is the only one of these
that Dropbear 2022 has.

Audits warn of two things here, and both stay for old clients' sake: curve25519-sha256, under either name, has no
protection against quantum computers, but is all that OpenSSH before 9.9, PuTTY and Dropbear know; and plain
hmac-sha2-256 signs before it encrypts. Who has something better uses that.
"""

from uno_server.ssh.asyncssh_hooks import key_exchange_names

_KEY_EXCHANGES = (
    "curve25519-sha256",
    "mlkem768x25519-sha256",
    "curve25519-sha256@libssh.org",
)
KEY_EXCHANGES = [name for name in _KEY_EXCHANGES if name in key_exchange_names()]
"""Without ML-KEM where the installed cryptography package has none."""

CIPHERS = [
    "chacha20-poly1305@openssh.com",
    "aes256-gcm@openssh.com",
    "aes128-gcm@openssh.com",
    "aes256-ctr",
    "aes128-ctr",
]
MACS = ["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha2-256"]

SIGNATURES = [
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "rsa-sha2-512",
    "rsa-sha2-256",
]
"""Kinds of signature by which a person may show a key."""

COMPRESSIONS = ["none"]
"""A frame is small; unpacking what strangers send is not worth the risk."""
