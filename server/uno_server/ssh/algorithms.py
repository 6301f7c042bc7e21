"""The algorithms offered in the key exchange: asyncssh's own without those that audits reject.

The client's order decides, so a client with ML-KEM uses it. curve25519-sha256 is first all the same: Dropbear 2022
guesses that the first name is this one, and disconnects if it is not. hmac-sha2-256 is last: Dropbear 2022 has no other
one of the list.

Audits warn about two of these, which old clients need. curve25519-sha256, under both of its names, does not withstand
quantum computers, but OpenSSH before 9.9, PuTTY and Dropbear have nothing newer. Plain hmac-sha2-256 authenticates
before it encrypts. Clients with better algorithms use those.
"""

from uno_server.ssh.asyncssh_hooks import key_exchange_names

_KEY_EXCHANGES = (
    "curve25519-sha256",
    "mlkem768x25519-sha256",
    "curve25519-sha256@libssh.org",
)
KEY_EXCHANGES = [name for name in _KEY_EXCHANGES if name in key_exchange_names()]
"""Key exchanges, without ML-KEM if the installed cryptography package has none."""

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
"""Signature algorithms with which a client may prove that it owns a key."""

COMPRESSIONS = ["none"]
"""Compression algorithms: only none, because frames are small and decompressing data of strangers is a risk."""
