from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
from typing import Sequence

_STANDARD_PREFIX = "whsec_"
_MAX_HEADER_LENGTH = 1024
_MAX_CANDIDATES = 5
_TIMESTAMP = re.compile(r"[0-9]{1,12}\Z")
_DIGEST = re.compile(r"[0-9a-f]{64}\Z")


def webhook_signature(secret: str, timestamp: int, body: bytes) -> str:
    """The value of ``x-signature`` for a webhook."""
    return f"t={timestamp},v1={_digest(secret, f'{timestamp}.'.encode() + body)}"


def standard_signature(secret: str, event_id: str, timestamp: int, body: bytes) -> str:
    """The value of ``webhook-signature``, which the libraries of Standard Webhooks verify."""
    signed = f"{event_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(_standard_key(secret), signed, hashlib.sha256).digest()).decode()


def _standard_key(secret: str) -> bytes:
    """The decoded bytes of a secret that is whsec_ and standard base64. The text of any other secret is the key itself."""
    text = secret[len(_STANDARD_PREFIX) :] if secret.startswith(_STANDARD_PREFIX) else ""
    try:
        key = base64.b64decode(text, validate=True)
    except binascii.Error:
        key = b""
    return key if key and base64.b64encode(key).decode() == text else secret.encode()


def request_signature(secret: str, timestamp: int, method: str, path: str, body: bytes) -> str:
    """The value of ``x-signature`` for a request. ``path`` is as on the request line, including the query."""
    if not _TIMESTAMP.match(str(timestamp)):
        raise ValueError(f"Not a timestamp in whole unix seconds: {timestamp}")
    body_hash = hashlib.sha256(body).hexdigest()
    v1 = _digest(secret, f"{timestamp}.".encode() + body)
    v2 = _digest(secret, f"{timestamp}.{method.upper()}.{path}.{body_hash}".encode())
    return f"t={timestamp},v1={v1},v2={v2}"


def verify_signature(header: str, secrets: Sequence[str], body: bytes, now: float, tolerance: float) -> str:
    """Returns ``valid``, ``invalid_signature`` or ``signature_expired``."""
    elements = [element.strip().partition("=") for element in header.split(",")]
    values = {name: [v for n, _, v in elements if n == name] for name in ("t", "v1", "v2")}
    candidates = [value for value in values["v1"] if _DIGEST.match(value)][:_MAX_CANDIDATES]
    is_well_formed = (
        len(header) <= _MAX_HEADER_LENGTH and len(values["t"]) == 1 and _TIMESTAMP.match(values["t"][0])
    )
    # Webhooks have no v2: this header was captured from one of your own requests.
    if not is_well_formed or not candidates or values["v2"]:
        return "invalid_signature"
    timestamp = values["t"][0]
    matches = 0
    for secret in secrets:
        expected = _digest(secret, f"{timestamp}.".encode() + body)
        # Every pair is compared, so the duration does not depend on which one matched.
        matches += sum(hmac.compare_digest(expected, candidate) for candidate in candidates)
    if matches == 0:
        return "invalid_signature"
    return "valid" if abs(now - int(timestamp)) <= tolerance else "signature_expired"


def _digest(secret: str, signed: bytes) -> str:
    if secret == "":
        raise ValueError("The secret is empty")
    return hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
