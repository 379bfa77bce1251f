from __future__ import annotations

import time
from typing import Callable, Optional

from .endpoint import Webhook
from .events import Events
from .merchants import Merchants
from .own_partner import OwnPartner
from .sandbox import Sandbox
from .secret import Secret
from .support import Support
from .transport import Transport
from .users import Users
from .webhooks import Webhooks


class Counterfoil:
    """The calls of a partner's backend. Every attempt is signed with its own time, and failed ones are repeated.

    The first secret signs requests; webhooks may be signed with any of them. ``api_key`` is an API key of role
    ``partner``, which ``support``, ``secret`` and ``webhook`` need. ``timeout`` is the maximum wait, in seconds, for
    the connection and for each part of a response. ``now`` and ``sleep`` are for tests.
    """

    def __init__(
        self,
        base_url: str,
        slug: str,
        *secrets: str,
        api_key: Optional[str] = None,
        retries: int = 3,
        timeout: float = 10,
        tolerance_seconds: float = 300,
        now: Callable[[], float] = time.time,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        #: Receives the webhooks that we send you.
        self.webhooks = Webhooks(*secrets, tolerance_seconds=tolerance_seconds, now=now)
        transport = Transport(base_url, slug, secrets[0], api_key, retries, timeout, now, sleep)
        partner = OwnPartner(transport, slug)
        #: Creates, updates and deletes your users.
        self.users = Users(transport)
        #: The feed of the last 30 days, to catch up on events that you missed.
        self.events = Events(transport)
        #: The merchants in your scope, for reports and support.
        self.merchants = Merchants(transport)
        #: For the slug and secret of your test twin: clock, scenarios, simulators, reset.
        self.sandbox = Sandbox(transport, partner)
        #: Look-ups for your support desk.
        self.support = Support(transport, partner)
        #: Rotates your secret.
        self.secret = Secret(transport, partner)
        #: Your endpoint as we see it: test, resume, replay.
        self.webhook = Webhook(transport, partner)
