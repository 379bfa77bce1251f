"""Receives the webhooks of the service."""

from __future__ import annotations

import json
import time
from typing import Any, Callable, Mapping, Optional, Union

from .errors import WebhookError
from .events import Event, UnknownEvent, event_of
from .handler import WebhookHandler
from .once import OnceStore
from .records import ClaimCreated, RedemptionCreated, RedemptionVoided, VoucherPublished
from .signature import verify_signature

_REASONS = {
    "invalid_signature": "no secret matches these bytes; check that the secret is the current one and that the body is "
    "passed unchanged",
    "signature_expired": "the timestamp differs from the clock of this machine by more than the tolerance",
}


class Webhooks:
    """Verifies and handles webhooks. During a rotation, give it both secrets."""

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

    def handler(
        self,
        *,
        claim_created: Optional[Callable[[ClaimCreated], Any]] = None,
        redemption_created: Optional[Callable[[RedemptionCreated], Any]] = None,
        redemption_voided: Optional[Callable[[RedemptionVoided], Any]] = None,
        voucher_published: Optional[Callable[[VoucherPublished], Any]] = None,
        unknown: Optional[Callable[[UnknownEvent], Any]] = None,
        sample: Optional[Callable[[Event], Any]] = None,
        once: Optional[OnceStore] = None,
        on_error: Optional[Callable[[Exception], Any]] = None,
    ) -> WebhookHandler:
        """Receives webhooks: ``handler.wsgi`` and ``handler.asgi`` are apps, and ``handler.respond`` serves any other
        framework.

        Types without a function are acknowledged and ignored. Samples (``event.test``) describe no real event, so only
        ``sample`` gets them. ``once`` remembers the ids of handled events: a ``set`` works for tests; use your database
        in production. ``on_error`` gets everything that is refused with 4xx or 5xx; by default, it is logged.
        """
        handlers: dict[str, Optional[Callable[[Any], Any]]] = {
            "CLAIM_CREATED": claim_created,
            "REDEMPTION_CREATED": redemption_created,
            "REDEMPTION_VOIDED": redemption_voided,
            "VOUCHER_PUBLISHED": voucher_published,
            "unknown": unknown,
            "sample": sample,
        }
        return WebhookHandler(self.verify, handlers, once, on_error)


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
