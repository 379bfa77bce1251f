"""The errors of the SDK."""

from __future__ import annotations

from typing import Any, Optional, Sequence

from .error_codes import ErrorCode
from .records import Issue
from .remedies import REMEDIES


_REMEDIES = {
    **REMEDIES,
    ErrorCode.CONNECTION_FAILED: "Check the base URL and your connection. __cause__ says what failed.",
    ErrorCode.TIMEOUT: "Send the same request again, or raise timeout.",
    ErrorCode.UNEXPECTED_RESPONSE: "Check the base URL: a proxy or another server has responded.",
}


class CounterfoilError(Exception):
    """A call that failed, after all its retries."""

    #: One of ``ErrorCode``. New codes may be added.
    code: str
    #: The HTTP status; 0 if there was no response.
    status: int
    #: Facts about the failure, by their names in the documentation of the code.
    details: Optional[dict[str, Any]]
    #: The invalid parts of the request.
    issues: Optional[list[Issue]]
    #: Quote it when you contact us.
    request_id: Optional[str]
    retry_after_seconds: Optional[int]
    #: What to do about it; None for a code that this version does not know.
    remedy: Optional[str]
    #: The URL of the page about the error; None if the response was not from the service.
    help: Optional[str]

    def __init__(
        self,
        call: str,
        code: str,
        status: int = 0,
        details: Optional[dict[str, Any]] = None,
        issues: Optional[list[Issue]] = None,
        request_id: Optional[str] = None,
        retry_after_seconds: Optional[int] = None,
        help: Optional[str] = None,
    ) -> None:
        self.code = code
        self.status = status
        self.details = details
        self.issues = issues
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds
        self.remedy = _REMEDIES.get(code)
        self.help = help
        super().__init__(_message(call, self))


def _message(call: str, error: CounterfoilError) -> str:
    issues: Sequence[Issue] = error.issues or ()
    problems = "; ".join(f"{issue.path} {issue.message}" for issue in issues)
    parts = [
        f"{call}: {error.status or ''} {error.code}".replace("  ", " "),
        f" ({problems})" if problems else "",
        f" [request {error.request_id}]" if error.request_id else "",
        f". {error.remedy}" if error.remedy else "",
    ]
    return "".join(parts)


class WebhookError(Exception):
    """A webhook that must not be trusted."""

    #: ``body_not_raw``, ``body_too_large``, ``missing_signature``, ``invalid_signature``, ``signature_expired`` or
    #: ``not_an_event``.
    code: str

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(f"{code}: {message}")
