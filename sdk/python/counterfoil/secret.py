from __future__ import annotations

from .decode import record_of
from .own_partner import OwnPartner
from .records import Partner
from .transport import Transport


class Secret:
    """Rotates your secret. Needs ``api_key``."""

    def __init__(self, transport: Transport, partner: OwnPartner) -> None:
        self._transport, self._partner = transport, partner

    def rotate(self) -> str:
        """Creates the next secret and returns it, only once. From now on, the service accepts both."""
        return str(self._transport.keyed("POST", self._partner.path("/secret/rotate"))["secret"])

    def promote(self) -> Partner:
        """From now on, webhooks are signed with the next secret. The old one is accepted for another 24 hours."""
        return record_of(Partner, self._transport.keyed("POST", self._partner.path("/secret/promote")))
