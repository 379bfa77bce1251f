from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass
from typing import Any, Callable, Mapping

_WRONG_TYPE = "A key must be RSA, P-256 or Ed25519"

_Sign = Callable[[bytes], bytes]


@dataclass(frozen=True)
class SigningKey:
    algorithm: str
    kid: str
    #: The public key as JWK.
    published: dict[str, str]
    sign: _Sign


def load_key(text: str) -> SigningKey:
    """A private key in PEM, or a private JWK as JSON, which may have its own ``kid``."""
    try:
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
    except ImportError as error:
        raise ImportError("Tokens needs the package cryptography: pip install counterfoil[tokens]") from error
    jwk = json.loads(text) if text.lstrip().startswith("{") else {}
    private = _private_key_of(jwk) if jwk else load_pem_private_key(text.encode(), password=None)
    algorithm, members, sign = _algorithm_of(private)
    # RFC 7638: the same key always gets the same kid.
    kid = jwk.get("kid") or base64url(hashlib.sha256(compact_json(members)).digest())
    return SigningKey(algorithm, kid, {**members, "kid": kid, "alg": algorithm, "use": "sig"}, sign)


def _private_key_of(jwk: Mapping[str, Any]) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

    if "d" not in jwk:
        raise ValueError('A key is not private: the member "d" is missing')
    kind = (jwk.get("kty"), jwk.get("crv"))
    if kind == ("EC", "P-256"):
        return ec.derive_private_key(_number(jwk["d"]), ec.SECP256R1())
    if kind == ("OKP", "Ed25519"):
        return ed25519.Ed25519PrivateKey.from_private_bytes(_decode(jwk["d"]))
    if kind == ("RSA", None):
        d, p, q, e, n = (_number(jwk[member]) for member in "dpqen")
        crt = (rsa.rsa_crt_dmp1(d, p), rsa.rsa_crt_dmq1(d, q), rsa.rsa_crt_iqmp(p, q))
        return rsa.RSAPrivateNumbers(p, q, d, *crt, rsa.RSAPublicNumbers(e, n)).private_key()
    raise ValueError(_WRONG_TYPE)


def _algorithm_of(private: Any) -> tuple[str, dict[str, str], _Sign]:
    """The name of the algorithm, the public members in the order of RFC 7638, and the function that signs."""
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    public = private.public_key()
    if isinstance(private, rsa.RSAPrivateKey):
        numbers = public.public_numbers()
        members = {"e": base64url(_bytes(numbers.e)), "kty": "RSA", "n": base64url(_bytes(numbers.n))}
        return "RS256", members, lambda signed: private.sign(signed, padding.PKCS1v15(), SHA256())
    if isinstance(private, ec.EllipticCurvePrivateKey) and isinstance(private.curve, ec.SECP256R1):

        def sign(signed: bytes) -> bytes:
            parts = decode_dss_signature(private.sign(signed, ec.ECDSA(SHA256())))
            return b"".join(part.to_bytes(32, "big") for part in parts)

        point = public.public_numbers()
        x, y = (base64url(number.to_bytes(32, "big")) for number in (point.x, point.y))
        return "ES256", {"crv": "P-256", "kty": "EC", "x": x, "y": y}, sign
    if isinstance(private, ed25519.Ed25519PrivateKey):
        x = base64url(public.public_bytes(Encoding.Raw, PublicFormat.Raw))
        return "EdDSA", {"crv": "Ed25519", "kty": "OKP", "x": x}, private.sign
    raise ValueError(_WRONG_TYPE)


def _bytes(number: int) -> bytes:
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def _number(member: str) -> int:
    return int.from_bytes(_decode(member), "big")


def compact_json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
