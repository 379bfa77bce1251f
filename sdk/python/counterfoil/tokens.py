from __future__ import annotations

import base64
import hashlib
import json
import time
from dataclasses import dataclass
from typing import Any, Callable, Optional, Sequence

#: The service fetches a JWKS again at most every 30 seconds: until then, it may refuse a new key.
_PUBLICATION_SECONDS = 30


_Sign = Callable[[bytes], bytes]


@dataclass(frozen=True)
class _Key:
    algorithm: str
    kid: str
    published: dict[str, str]
    sign: _Sign
    signs_from: float


class Tokens:
    """Mints tokens for the webview and the consumer routes. Needs the package ``cryptography``.

    ``issuer`` is the one that you registered, and ``audience`` too, if you registered one. ``keys`` are private keys in
    PEM: RSA, P-256 or Ed25519. The first one signs; all of them are published.
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
                {"alg": key.algorithm, "typ": "JWT", "kid": key.kid},
                {name: value for name, value in claims.items() if value is not None},
            )
        )
        return f"{signed}.{_encode(key.sign(signed.encode()))}"

    def jwks(self) -> dict[str, list[dict[str, str]]]:
        """The public keys. Serve them as JSON at your JWKS URL."""
        return {"keys": [key.published for key in self._keys]}

    def rotate(self, new_key: str) -> str:
        """Publishes a new key at once, and signs with it after 30 seconds. Returns its ``kid``. Older keys stay
        published, since their tokens are still valid. Every process that mints tokens or serves the JWKS needs the new
        key."""
        key = _load(new_key, signs_from=self._now() + _PUBLICATION_SECONDS)
        self._keys.insert(0, key)
        return key.kid


def _load(pem: str, signs_from: float) -> _Key:
    try:
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
    except ImportError as error:
        raise ImportError("Tokens needs the package cryptography: pip install counterfoil[tokens]") from error
    private = load_pem_private_key(pem.encode(), password=None)
    algorithm, members, sign = _algorithm_of(private)
    # RFC 7638: the same key always gets the same kid.
    kid = _encode(hashlib.sha256(_json(members)).digest())
    return _Key(algorithm, kid, {**members, "kid": kid, "alg": algorithm, "use": "sig"}, sign, signs_from)


def _algorithm_of(private: Any) -> tuple[str, dict[str, str], _Sign]:
    """The name of the algorithm, the public members in the order of RFC 7638, and the function that signs."""
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    public = private.public_key()
    if isinstance(private, rsa.RSAPrivateKey):
        numbers = public.public_numbers()
        members = {"e": _encode(_bytes(numbers.e)), "kty": "RSA", "n": _encode(_bytes(numbers.n))}
        return "RS256", members, lambda signed: private.sign(signed, padding.PKCS1v15(), SHA256())
    if isinstance(private, ec.EllipticCurvePrivateKey) and isinstance(private.curve, ec.SECP256R1):

        def sign(signed: bytes) -> bytes:
            parts = decode_dss_signature(private.sign(signed, ec.ECDSA(SHA256())))
            return b"".join(part.to_bytes(32, "big") for part in parts)

        point = public.public_numbers()
        x, y = (_encode(number.to_bytes(32, "big")) for number in (point.x, point.y))
        return "ES256", {"crv": "P-256", "kty": "EC", "x": x, "y": y}, sign
    if isinstance(private, ed25519.Ed25519PrivateKey):
        x = _encode(public.public_bytes(Encoding.Raw, PublicFormat.Raw))
        return "EdDSA", {"crv": "Ed25519", "kty": "OKP", "x": x}, private.sign
    raise ValueError("A key must be RSA, P-256 or Ed25519")


def _bytes(number: int) -> bytes:
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
