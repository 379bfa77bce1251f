"""For the tests of your own backend.

``fixtures`` has one event of each type, as the service sends it, ``fixture`` has it as your functions get it, and
``signed_request`` makes a delivery of an event.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Type, TypeVar

from .decode import record_of
from .fixtures import fixtures
from .records import EVENT_RECORDS, KnownEvent
from .signature import standard_signature, webhook_signature

__all__ = ["SignedRequest", "fixture", "fixtures", "signed_request"]

E = TypeVar("E", bound=KnownEvent)


@dataclass(frozen=True)
class SignedRequest:
    """A delivery like a real one."""

    #: The bytes that were signed.
    body: bytes
    headers: dict[str, str]


def fixture(kind: Type[E]) -> E:
    """The event of one type, for example ``fixture(ClaimCreated)``. ``dataclasses.replace`` changes it."""
    type = next(type for type, known in EVENT_RECORDS.items() if known is kind)
    return record_of(kind, fixtures[type])


def signed_request(
    event: Mapping[str, Any], secret: str, *, now: Callable[[], float] = time.time
) -> SignedRequest:
    """A delivery of ``event``, signed with the secret that your receiver verifies with."""
    body = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
    timestamp = int(now())
    headers = {
        "content-type": "application/json",
        "x-signature": webhook_signature(secret, timestamp, body),
        "webhook-id": event["id"],
        "webhook-timestamp": str(timestamp),
        "webhook-signature": standard_signature(secret, event["id"], timestamp, body),
        "x-event-id": event["id"],
        "x-event-type": event["type"],
        "x-delivery-attempt": "1",
    }
    return SignedRequest(body, headers)
