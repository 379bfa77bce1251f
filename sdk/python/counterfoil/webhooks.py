from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional, Union

from .errors import WebhookError
from .signature import verify_signature

_REASONS = {
    "invalid_signature": "no secret matches these bytes; check that the secret is the current one and that the body is "
    "passed unchanged",
    "signature_expired": "the timestamp differs from the clock of this machine by more than the tolerance",
}


@dataclass(frozen=True)
class Event:
    """An event. Ignore types that you do not know: new ones may be added."""

    id: str
    type: str
    created_at: str
    data: dict[str, Any]
    #: A sample describes no real event. Answer it, but do not act on it.
    is_test: bool = False


class Webhooks:
    """Verifies webhooks. During a rotation, give it both secrets."""

    def __init__(
        self, *secrets: str, tolerance_seconds: float = 300, now: Callable[[], float] = time.time
    ) -> None:
        if not secrets or "" in secrets:
            raise ValueError("Webhooks needs at least one secret, and none of them may be empty")
        self._secrets, self._tolerance, self._now = secrets, tolerance_seconds, now

    def verify(self, raw_body: Union[bytes, str], headers: Mapping[str, str]) -> Event:
        """Returns the event if one of the secrets signed exactly these bytes; raises ``WebhookError`` otherwise."""
        body = _raw(raw_body)
        header = _header(headers, "x-signature")
        if not header:
            raise WebhookError("missing_signature", "the request has no x-signature header")
        verdict = verify_signature(header, self._secrets, body, self._now(), self._tolerance)
        if verdict != "valid":
            raise WebhookError(verdict, _REASONS[verdict])
        event = event_of(_parse(body))
        if event is None:
            raise WebhookError("not_an_event", "the body is not a JSON object with id, type and data")
        return event


def event_of(value: Any) -> Optional[Event]:
    """None if it is not an event."""
    if not isinstance(value, dict):
        return None
    id, type, data = value.get("id"), value.get("type"), value.get("data")
    if not isinstance(id, str) or not isinstance(type, str) or not isinstance(data, dict):
        return None
    return Event(id, type, value.get("createdAt", ""), data, value.get("test") is True)


def _raw(body: Any) -> bytes:
    """JSON that is parsed and serialized again has other bytes, so its signature never matches."""
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    if isinstance(body, str):
        return body.encode("utf-8", "surrogatepass")
    raise WebhookError(
        "body_not_raw",
        f"verify needs the raw body (bytes or str) and got {type(body).__name__}. Use request.get_data() in Flask, "
        "request.body in Django, await request.body() in FastAPI",
    )


def _header(headers: Mapping[str, str], name: str) -> Optional[str]:
    return next((value for key, value in headers.items() if key.lower() == name), None)


def _parse(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None
