"""Counterfoil for a partner's backend: users, tokens, webhooks and the events feed."""

from . import testing
from .apps import Reply
from .client import Counterfoil
from .error_codes import ErrorCode
from .errors import CounterfoilError, WebhookError
from .events import Event, UnknownEvent
from .handler import WebhookHandler
from .markup import plain_title, title_to_html
from .once import OnceStore
from .records import ClaimCreated, EventType, Issue, RedemptionCreated, RedemptionVoided, VoucherPublished
from .support import Page
from .tokens import Tokens
from .webhooks import Webhooks

__all__ = [
    "ClaimCreated",
    "Counterfoil",
    "CounterfoilError",
    "ErrorCode",
    "Event",
    "EventType",
    "Issue",
    "OnceStore",
    "Page",
    "RedemptionCreated",
    "RedemptionVoided",
    "Reply",
    "Tokens",
    "UnknownEvent",
    "VoucherPublished",
    "WebhookError",
    "WebhookHandler",
    "Webhooks",
    "plain_title",
    "testing",
    "title_to_html",
]
