from __future__ import annotations

from datetime import datetime
from typing import Optional, Union

from .decode import json_fields, record_of
from .own_partner import OwnPartner
from .records import (
    DeliverNowResult,
    Delivery,
    DeliveryHealth,
    EventType,
    Partner,
    Replay,
    ReplaySelection,
    WebhookTestResult,
)
from .transport import Transport, path_segment


class Webhook:
    """Your webhook endpoint, as the service sees it. Needs ``api_key``."""

    def __init__(self, transport: Transport, partner: OwnPartner) -> None:
        self._transport, self._partner = transport, partner

    def test(self, type: EventType) -> WebhookTestResult:
        """Sends a signed sample to your endpoint, and returns its response."""
        result = self._transport.keyed("POST", self._partner.path("/webhook/test"), {"type": type})
        return record_of(WebhookTestResult, result)

    def health(self) -> DeliveryHealth:
        """Whether events reach your endpoint, since when not, and how many did not arrive."""
        return record_of(DeliveryHealth, self._transport.keyed("GET", self._partner.path())["delivery"])

    def deliver_now(self) -> DeliverNowResult:
        """Sends everything that did not arrive now, also to a paused endpoint."""
        return record_of(DeliverNowResult, self._transport.keyed("POST", self._partner.path("/webhook/deliver-now")))

    def resume(self) -> Partner:
        """Ends a pause. Waiting deliveries are sent now."""
        return record_of(Partner, self._transport.keyed("POST", self._partner.path("/webhook/resume")))

    def replay(
        self,
        since: Union[datetime, str],
        *,
        only: ReplaySelection,
        until: Optional[Union[datetime, str]] = None,
    ) -> Replay:
        """Sends the events of a period again, in the background. ``progress`` reports how far the replay is."""
        body = json_fields({"since": since, "only": only, "until": until})
        return record_of(Replay, self._transport.keyed("POST", self._partner.path("/replay"), body))

    def retry(self, delivery_id: str) -> Delivery:
        """Sends one delivery again, now, and restarts its schedule."""
        path = f"/admin/deliveries/{path_segment(delivery_id, 'delivery_id')}/retry"
        return record_of(Delivery, self._transport.keyed("POST", path))

    def progress(self) -> Replay:
        """The progress of the latest replay."""
        return record_of(Replay, self._transport.keyed("GET", self._partner.path("/replay")))
