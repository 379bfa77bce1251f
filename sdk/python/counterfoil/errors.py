from __future__ import annotations

from typing import Any, Optional


class CounterfoilError(Exception):
    """A call that failed, after all its retries.

    ``code`` is a code of the service, or ``connection_failed`` (no complete response), ``timeout``, or
    ``unexpected_response`` (for example from a proxy). ``status`` is 0 if there was no response.
    """

    def __init__(
        self,
        call: str,
        code: str,
        status: int = 0,
        details: Optional[dict[str, Any]] = None,
        issues: Optional[list[dict[str, str]]] = None,
        request_id: Optional[str] = None,
        retry_after_seconds: Optional[int] = None,
    ) -> None:
        self.code = code
        self.status = status
        self.details = details
        self.issues = issues
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds
        message = f"{call}: {status} {code}" if status else f"{call}: {code}"
        if issues:
            message += " (" + "; ".join(f"{issue['path']} {issue['message']}" for issue in issues) + ")"
        if request_id:
            message += f" [request {request_id}]"
        super().__init__(message)


class WebhookError(Exception):
    """A webhook that must not be trusted.

    ``code`` is ``body_not_raw``, ``missing_signature``, ``invalid_signature``, ``signature_expired`` or
    ``not_an_event``.
    """

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(f"{code}: {message}")
