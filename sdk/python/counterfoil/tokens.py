from __future__ import annotations

import base64
import hashlib
import json
import time
from dataclasses import dataclass
from typing import Any, Callable, Optional, Sequence

#: The service fetches a JWKS again at most every 30 seconds: until then, it may refuse a new key.
_PUBLICATION_SECONDS = 30


@dataclass(frozen=True)
class _Key:
    private: Any
    kid: str
    published: dict[str, str]
    signs_from: float


class Tokens:
    """Mints RS256 tokens for the webview and the consumer routes. Needs the package ``cryptography``.

    ``keys`` are RSA private keys in PEM. The first one signs; all of them are published.
    """

    def __init__(
        self,
        issuer: str,
        keys: Sequence[str],
        audience: Optional[str] = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        if not keys:
            raise ValueError("Tokens needs at least one private key")
        self._issuer, self._audience, self._now = issuer, audience, now
        self._keys = [_load(pem, signs_from=0) for pem in keys]

    def mint(
        self,
        external_user_id: str,
        email: Optional[str] = None,
        display_name: Optional[str] = None,
        expires_in: int = 3600,
    ) -> str:
        """A token for one user. ``expires_in`` is in seconds."""
        now = self._now()
        key = next(key for key in self._keys if key.signs_from <= now)
        claims = {
            "iss": self._issuer,
            "aud": self._audience,
            "sub": external_user_id,
            "iat": int(now),
            "exp": int(now) + expires_in,
            "email": email,
            "displayName": display_name,
        }
        signed = ".".join(
            _encode(_json(part))
            for part in (
                {"alg": "RS256", "typ": "JWT", "kid": key.kid},
                {name: value for name, value in claims.items() if value is not None},
            )
        )
        return f"{signed}.{_encode(_sign(key.private, signed.encode()))}"

    def jwks(self) -> dict[str, list[dict[str, str]]]:
        """The public keys. Serve them as JSON at your JWKS URL."""
        return {"keys": [key.published for key in self._keys]}

    def rotate(self, new_key: str) -> str:
        """Publishes a new key at once, and signs with it after 30 seconds. Returns its ``kid``."""
        key = _load(new_key, signs_from=self._now() + _PUBLICATION_SECONDS)
        self._keys.insert(0, key)
        return key.kid


def _load(pem: str, signs_from: float) -> _Key:
    try:
        from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
    except ImportError as error:
        raise ImportError("Tokens needs the package cryptography: pip install counterfoil[tokens]") from error
    private = load_pem_private_key(pem.encode(), password=None)
    if not isinstance(private, RSAPrivateKey):
        raise ValueError("A key must be an RSA private key")
    numbers = private.public_key().public_numbers()
    members = {"e": _encode(_bytes(numbers.e)), "kty": "RSA", "n": _encode(_bytes(numbers.n))}
    # RFC 7638: the same key always gets the same kid.
    kid = _encode(hashlib.sha256(_json(members)).digest())
    return _Key(private, kid, {**members, "kid": kid, "alg": "RS256", "use": "sig"}, signs_from)


def _sign(private: Any, signed: bytes) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
    from cryptography.hazmat.primitives.hashes import SHA256

    return private.sign(signed, PKCS1v15(), SHA256())


def _bytes(number: int) -> bytes:
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
