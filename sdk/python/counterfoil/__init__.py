"""Counterfoil for a partner's backend: users, tokens, webhooks and the events feed."""

from .client import Counterfoil, UpsertedUser
from .errors import CounterfoilError, WebhookError
from .tokens import Tokens
from .webhooks import Event, Webhooks

__all__ = ["Counterfoil", "CounterfoilError", "Event", "Tokens", "UpsertedUser", "WebhookError", "Webhooks"]
