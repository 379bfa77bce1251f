"""The events, and the feed of the last 30 days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Callable, Iterator, Literal, Optional, Union

from .decode import record_of
from .records import EVENT_RECORDS, ClaimCreated, RedemptionCreated, RedemptionVoided, VoucherPublished
from .transport import Transport, log

_PAGE_SIZE = 200


@dataclass(frozen=True)
class UnknownEvent:
    """An event of a type that this version of the SDK does not know. Respond with 2xx, and ignore it."""

    id: str
    #: The ``type`` as the service sent it.
    received_type: str
    created_at: Optional[datetime]
    data: dict[str, Any]
    test: bool = False
    type: Literal["unknown"] = "unknown"


#: Distinguished by ``type``, or by its class.
Event = Union[ClaimCreated, RedemptionCreated, RedemptionVoided, VoucherPublished, UnknownEvent]


class Events:
    """The feed of the last 30 days, in an order that never changes."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def iterate(self, after: Optional[str] = None) -> Iterator[Event]:
        """Every event after the one with the id ``after``, or all of them, up to the newest one."""
        while True:
            page = self._transport.signed("GET", "/integrations/events", query={"limit": _PAGE_SIZE, "after": after})
            if page.get("cursorLost"):
                log.warning("The event %s is gone, so some events may come again", after)
            for item in page["items"]:
                event = event_of(item)
                if event is None:
                    log.warning("An item of the feed is not an event, and was skipped")
                else:
                    yield event
            after = page["next"]
            if not after:
                return

    def catch_up(
        self, load: Callable[[], Optional[str]], save: Callable[[str], Any], handle: Callable[[Event], Any]
    ) -> int:
        """Passes every event that is new since the last run to ``handle``, and saves its id afterwards. If ``handle``
        raises, the next run starts with that event. Returns the number of events."""
        count = 0
        for event in self.iterate(after=load()):
            handle(event)
            save(event.id)
            count += 1
        return count


def event_of(value: Any) -> Optional[Event]:
    """The event of a parsed body; None if it is not an event."""
    if not isinstance(value, dict):
        return None
    id, type, data = value.get("id"), value.get("type"), value.get("data")
    if not isinstance(id, str) or not isinstance(type, str) or not isinstance(data, dict):
        return None
    known = EVENT_RECORDS.get(type)
    if known is not None:
        return record_of(known, value)
    return record_of(UnknownEvent, {**value, "type": "unknown", "receivedType": type})
