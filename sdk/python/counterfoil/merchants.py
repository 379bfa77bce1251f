from __future__ import annotations

from typing import Iterator, Optional

from .decode import record_of
from .records import PartnerMerchant
from .transport import Transport


class Merchants:
    """The merchants in your scope with their outlets, active or not: for reports and support."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def iterate(self) -> Iterator[PartnerMerchant]:
        """Every merchant in your scope."""
        after: Optional[str] = None
        while True:
            page = self._transport.signed("GET", "/integrations/merchants", query={"after": after})
            yield from (record_of(PartnerMerchant, item) for item in page["items"])
            after = page["next"]
            if not after:
                return
