from __future__ import annotations

import time
from typing import Callable, NamedTuple, Optional, Sequence

from .signing_key import SigningKey, base64url, compact_json, load_key

#: The service fetches a JWKS again at most every 30 seconds: until then, it may refuse a new key.
_PUBLICATION_SECONDS = 30


class _Scheduled(NamedTuple):
    key: SigningKey
    signs_from: float


class Tokens:
    """Mints tokens for the webview and the consumer routes. Needs the package ``cryptography``.

    ``issuer`` is the one that you registered, and ``audience`` too, if you registered one. ``keys`` are private keys as
    PEM or JWK: RSA, P-256 or Ed25519. The first one signs; all of them are published.
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
        self._keys = [_Scheduled(load_key(key), signs_from=0) for key in keys]

    def mint(
        self,
        external_user_id: str,
        email: Optional[str] = None,
        display_name: Optional[str] = None,
        expires_in: int = 3600,
    ) -> str:
        """A token for one user. ``expires_in`` is in seconds."""
        now = self._now()
        key = next(scheduled.key for scheduled in self._keys if scheduled.signs_from <= now)
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
            base64url(compact_json(part))
            for part in (
                {"alg": key.algorithm, "typ": "JWT", "kid": key.kid},
                {name: value for name, value in claims.items() if value is not None},
            )
        )
        return f"{signed}.{base64url(key.sign(signed.encode()))}"

    def jwks(self) -> dict[str, list[dict[str, str]]]:
        """The public keys. Serve them as JSON at your JWKS URL."""
        return {"keys": [scheduled.key.published for scheduled in self._keys]}

    def rotate(self, new_key: str) -> str:
        """Publishes a new key at once, and signs with it after 30 seconds. Returns its ``kid``. Older keys stay
        published, since their tokens are still valid. Every process that mints tokens or serves the JWKS needs the new
        key."""
        key = load_key(new_key)
        self._keys.insert(0, _Scheduled(key, signs_from=self._now() + _PUBLICATION_SECONDS))
        return key.kid
