"""The rules of logging in: keys, guests, the password, lists of keys and addresses, and the operators' keys.

A connection must satisfy all of them. One from an address that is not allowed gets no answer at all. Naming a denied
key ends the connection. If there is a list of allowed keys, only a proven key on it logs in, so guests do not.
Everybody is asked for the password, whatever else they have proven.
"""

import base64
import binascii
import hmac
from typing import Annotated

import asyncssh
from msgspec import Meta, Struct

from uno_server.ssh.addresses import AddressBlock, within
from uno_tui.i18n import Sentence
from uno_tui.local.toml_values import WrongValueError


class PublicKey:
    """A public key, given as a fingerprint or in full; two are equal if their fingerprints are."""

    def __init__(self, text: str) -> None:
        self.fingerprint = _fingerprint(text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PublicKey) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        return f"PublicKey({self.fingerprint!r})"


def _fingerprint(text: str) -> str:
    if text.startswith("SHA256:"):
        digest = text.removeprefix("SHA256:")
        try:
            if len(base64.b64decode(digest + "=", validate=True)) == 32:
                return text
        except (binascii.Error, ValueError):
            pass
        raise WrongValueError(Sentence("a fingerprint is SHA256: and 43 letters, as ssh-keygen -l prints it"))
    try:
        return asyncssh.import_public_key(text).get_fingerprint()
    except asyncssh.KeyImportError:
        raise WrongValueError(
            Sentence("neither a fingerprint (SHA256:...) nor a public key (ssh-ed25519 AAAA...)")
        ) from None


class Logins(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The login rules from the configuration."""

    guests: Annotated[bool, Meta(description="accept people without a key, as a new guest each time")] = True
    password: Annotated[
        str, Meta(max_length=256, description="asked of everyone, with or without a key; empty for none")
    ] = ""
    allow_keys: Annotated[
        tuple[PublicKey, ...],
        Meta(description="if not empty, only these keys and the operators' are accepted, and no guests"),
    ] = ()
    deny_keys: Annotated[
        tuple[PublicKey, ...],
        Meta(description="never accepted; offering one ends the connection. Without it its owner may still be a guest"),
    ] = ()
    allow_addresses: Annotated[tuple[AddressBlock, ...], Meta(description="if not empty, only these are accepted")] = ()
    deny_addresses: Annotated[
        tuple[AddressBlock, ...], Meta(description="rejected, even if the list above accepts them")
    ] = ()
    operators: Annotated[
        tuple[PublicKey, ...],
        Meta(description="keys whose owners may announce, kick, ban and more: ssh -p PORT HOST help lists it"),
    ] = ()

    @property
    def open_to_guests(self) -> bool:
        """Whether people without a key can log in."""
        return self.guests and not self.allow_keys

    def denies_key(self, fingerprint: str) -> bool:
        """Return whether a client that offers this key is disconnected."""
        return any(key.fingerprint == fingerprint for key in self.deny_keys)

    def allows_key(self, fingerprint: str) -> bool:
        """Return whether this key may log in."""
        if self.denies_key(fingerprint):
            return False
        return not self.allow_keys or any(key.fingerprint == fingerprint for key in (*self.allow_keys, *self.operators))

    def is_operator(self, fingerprint: str) -> bool:
        """Return whether this key belongs to an operator."""
        return any(key.fingerprint == fingerprint for key in self.operators)

    def allows_address(self, address: str) -> bool:
        """Return whether clients from this address may connect."""
        if within(address, self.deny_addresses):
            return False
        return not self.allow_addresses or within(address, self.allow_addresses)

    def is_password(self, text: str) -> bool:
        """Return whether a text is the password, compared in constant time."""
        return hmac.compare_digest(self.password.encode(), text.encode("utf-8", "replace"))
