"""The sandbox of a test twin."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Optional, Union

from .decode import json_fields, record_of
from .own_partner import OwnPartner
from .records import (
    CreatedTwin,
    DeliveryTestResult,
    PublishedVoucher,
    Redemption,
    RedemptionStatus,
    TestClock,
    TestInfo,
    TestScenario,
    TestToken,
    VoidedRedemption,
)
from .transport import Transport

_PATH = "/integrations/test"


class Sandbox:
    """The sandbox of your test twin. Use the twin's slug and secret: with live ones, calls fail with ``live_mode``."""

    def __init__(self, transport: Transport, partner: OwnPartner) -> None:
        self._transport, self._partner = transport, partner
        #: The current time of the sandbox.
        self.clock = SandboxClock(transport)

    def create_twin(self) -> CreatedTwin:
        """Creates your test twin. This call needs your live slug and a live ``api_key``; all others need those of the twin.

        The ``secret`` and the ``api_key`` of the twin are returned only once: a repeated call returns the twin without
        them."""
        return record_of(CreatedTwin, self._transport.keyed("POST", self._partner.path("/sandbox")))

    def info(self) -> TestInfo:
        """The settings of the test twin, for example the issuer of its tokens."""
        return record_of(TestInfo, self._transport.signed("GET", _PATH))

    def token(
        self,
        external_user_id: str,
        *,
        email: Optional[str] = None,
        display_name: Optional[str] = None,
        expires_in: Optional[int] = None,
    ) -> TestToken:
        """A user token, signed with a key of the service. ``expires_in`` is in seconds; one hour by default."""
        body = json_fields(
            {
                "external_user_id": external_user_id,
                "email": email,
                "display_name": display_name,
                "expires_in_seconds": expires_in,
            }
        )
        return record_of(TestToken, self._transport.signed("POST", f"{_PATH}/tokens", body))

    def scenarios(self) -> list[TestScenario]:
        """Merchants and vouchers that are named for what they do. Their ids stay the same after a reset."""
        items = self._transport.signed("GET", f"{_PATH}/scenarios")["items"]
        return [record_of(TestScenario, item) for item in items]

    def redeem(
        self,
        external_user_id: str,
        voucher_id: str,
        *,
        outlet_id: Optional[str] = None,
        outcome: Optional[RedemptionStatus] = None,
    ) -> Redemption:
        """Redeems without phone, PIN or GPS. Not repeated after a lost response: it may have been executed."""
        body = json_fields(
            {
                "external_user_id": external_user_id,
                "voucher_id": voucher_id,
                "outlet_id": outlet_id,
                "outcome": outcome,
            }
        )
        return record_of(Redemption, self._transport.signed_once("POST", f"{_PATH}/redemptions", body))

    def confirm_code(self, code: str) -> Redemption:
        """Confirms a code of a phone, as a device of the outlet would: the text of the QR code, or the six digits."""
        return record_of(Redemption, self._transport.signed_once("POST", f"{_PATH}/counter", {"code": code}))

    def void(self, redemption_id: str, reason: Optional[str] = None) -> VoidedRedemption:
        """Voids a redemption, as staff would."""
        body = json_fields({"redemption_id": redemption_id, "reason": reason})
        return record_of(VoidedRedemption, self._transport.signed("POST", f"{_PATH}/void", body))

    def publish(self, merchant_id: str, title: Optional[str] = None) -> PublishedVoucher:
        """Publishes a new voucher of a merchant. Not repeated after a lost response."""
        body = json_fields({"merchant_id": merchant_id, "title": title})
        return record_of(PublishedVoucher, self._transport.signed_once("POST", f"{_PATH}/publish", body))

    def deliveries(
        self, *, fail_next: Optional[int] = None, status: Optional[int] = None, retry_now: bool = False
    ) -> DeliveryTestResult:
        """Lets the next attempts of deliveries fail, with ``status``, or sends deliveries that wait for a retry now."""
        body = json_fields({"fail_next": fail_next, "status": status, "retry_now": retry_now or None})
        return record_of(DeliveryTestResult, self._transport.signed("POST", f"{_PATH}/deliveries", body))

    def reset(self) -> None:
        """Deletes your test users with everything they did, and resets the scenarios and the clock."""
        self._transport.signed("POST", f"{_PATH}/reset")


class SandboxClock:
    """The current time of the sandbox."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self) -> TestClock:
        """The current time of the sandbox, and the real time."""
        return record_of(TestClock, self._transport.signed("GET", f"{_PATH}/clock"))

    def set(self, now: datetime) -> TestClock:
        """Sets the clock. A time without a zone is local time."""
        return self._move({"now": now})

    def advance(self, duration: Union[str, timedelta]) -> TestClock:
        """Moves the clock by an ISO 8601 duration, such as ``P1M``. Not repeated after a lost response."""
        text = f"PT{round(duration.total_seconds())}S" if isinstance(duration, timedelta) else duration
        change = self._transport.signed_once("PUT", f"{_PATH}/clock", {"advance": text})
        return record_of(TestClock, change)

    def reset(self) -> TestClock:
        """Back to the real time."""
        return self._move({"reset": True})

    def _move(self, change: dict[str, Any]) -> TestClock:
        return record_of(TestClock, self._transport.signed("PUT", f"{_PATH}/clock", json_fields(change)))
