"""For the tests of your own backend.

``fixtures`` has one event of each type, as the service sends it, and ``signed_request`` makes a delivery of an event.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any, Callable, Mapping

from .fixtures import fixtures
from .signature import webhook_signature

__all__ = ["SignedRequest", "fixtures", "signed_request"]


@dataclass(frozen=True)
class SignedRequest:
    """A delivery like a real one."""

    #: The bytes that were signed.
    body: bytes
    headers: dict[str, str]


def signed_request(
    event: Mapping[str, Any], secret: str, *, now: Callable[[], float] = time.time
) -> SignedRequest:
    """A delivery of ``event``, signed with the secret that your receiver verifies with."""
    body = json.dumps(event, ensure_ascii=False).encode()
    headers = {
        "content-type": "application/json",
        "x-signature": webhook_signature(secret, int(now()), body),
        "x-event-id": event["id"],
        "x-event-type": event["type"],
        "x-delivery-attempt": "1",
    }
    return SignedRequest(body, headers)
