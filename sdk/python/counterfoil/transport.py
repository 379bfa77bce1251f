from __future__ import annotations

import email.message
import email.utils
import http.client
import json
import logging
import random
import re
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional, Union

from .decode import json_fields, record_of
from .errors import CounterfoilError
from .records import Issue
from .signature import request_signature
from .version import VERSION

_BACKOFF_SECONDS = 0.25
_MAX_BACKOFF_SECONDS = 8
#: If retry-after is longer, the call fails at once: the error says when to try again.
_MAX_RETRY_AFTER_SECONDS = 60
_HELP_LINK = re.compile(r'<([^>]*)>\s*;\s*rel="?help"?')
#: Gets what is probably a mistake, although a call succeeds.
log = logging.getLogger("counterfoil")


#: The headers of a response, by lower-case names.
_Headers = Union[Mapping[str, str], "email.message.Message[str, str]"]


@dataclass(frozen=True)
class _Call:
    method: str
    path: str
    data: bytes
    is_keyed: bool
    is_repeatable: bool


class Transport:
    """Sends requests to the service, signs every attempt with the time of that attempt, and retries."""

    def __init__(
        self,
        base_url: str,
        slug: str,
        secret: str,
        api_key: Optional[str],
        retries: int,
        timeout: float,
        now: Callable[[], float],
        sleep: Callable[[float], None],
    ) -> None:
        self._base_url, self._slug, self._secret, self._api_key = base_url.rstrip("/"), slug, secret, api_key
        self._retries, self._timeout, self._now, self._sleep = retries, timeout, now, sleep

    def signed(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
    ) -> Any:
        """A call to ``/integrations/*`` that is safe to repeat."""
        return self._send(_Call(method, path + _query(query), _data(body), is_keyed=False, is_repeatable=True))

    def signed_once(self, method: str, path: str, body: Mapping[str, Any]) -> Any:
        """A call to ``/integrations/*`` that is repeated only if it was refused: the first one may have been
        executed."""
        return self._send(_Call(method, path, _data(body), is_keyed=False, is_repeatable=False))

    def keyed(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
    ) -> Any:
        """A call to ``/admin/*``. Changes are not repeated unless they were refused: the first one may have been
        executed."""
        if not self._api_key:
            raise ValueError(f'{method} {path} needs api_key: an API key of role "partner"')
        is_repeatable = method == "GET"
        return self._send(_Call(method, path + _query(query), _data(body), is_keyed=True, is_repeatable=is_repeatable))

    def _send(self, call: _Call) -> Any:
        attempt = 0
        while True:
            try:
                return self._attempt(call)
            except CounterfoilError as error:
                is_safe = call.is_repeatable or error.status == 429
                if attempt >= self._retries or not is_safe or not is_worth_retrying(error):
                    raise
                self._sleep(_delay(error, attempt))
                attempt += 1

    def _attempt(self, call: _Call) -> Any:
        name = f"{call.method} {call.path.partition('?')[0]}"
        url = self._base_url + call.path
        request = urllib.request.Request(url, call.data or None, self._headers(call, url), method=call.method)
        try:
            with _opener.open(request, timeout=self._timeout) as response:
                return read_response(name, self._base_url, response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            with error:
                return read_response(name, self._base_url, error.code, error.headers, _body_of(name, error))
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            # These are two classes before Python 3.10.
            code = "timeout" if isinstance(reason, (TimeoutError, socket.timeout)) else "connection_failed"
            raise CounterfoilError(name, code) from error

    def _headers(self, call: _Call, url: str) -> dict[str, str]:
        headers = {"user-agent": f"counterfoil-python/{VERSION}"}
        if call.data:
            headers["content-type"] = "application/json"
        if call.is_keyed:
            return {**headers, "authorization": f"Bearer {self._api_key}"}
        # The path of the request line starts with the path of the base URL.
        path = urllib.request.Request(url).selector
        signature = request_signature(self._secret, int(self._now()), call.method, path, call.data)
        return {**headers, "x-partner-slug": self._slug, "x-signature": signature}


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The signature is for one path only."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def path_segment(text: str, name: str) -> str:
    """Clients and proxies resolve these two as relative paths, even if they are percent-encoded."""
    if text in ("", ".", ".."):
        raise ValueError(f'Not usable in a URL: {name} "{text}"')
    return urllib.parse.quote(text, safe="")


def _data(body: Optional[Mapping[str, Any]]) -> bytes:
    return b"" if body is None else json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _query(query: Optional[Mapping[str, Any]]) -> str:
    fields = json_fields(query or {})
    texts = {name: str(value).lower() if isinstance(value, bool) else value for name, value in fields.items()}
    return "?" + urllib.parse.urlencode(texts) if texts else ""


def _body_of(call: str, response: urllib.error.HTTPError) -> bytes:
    try:
        return response.read()
    except (OSError, http.client.HTTPException) as error:
        raise CounterfoilError(call, "connection_failed") from error


def read_response(call: str, base_url: str, status: int, headers: _Headers, data: bytes) -> Any:
    """Returns the body, or raises a ``CounterfoilError``."""
    is_success = 200 <= status < 300
    unknown_fields = headers.get("x-unknown-fields")
    if unknown_fields:
        log.warning("%s ignored unknown fields: %s", call, unknown_fields)
    try:
        body = json.loads(data) if data else None
    except ValueError:
        body = None
        is_success = False
    if is_success:
        return body
    problem = body if isinstance(body, dict) and isinstance(body.get("error"), str) else {}
    issues = problem.get("issues")
    link = _HELP_LINK.search(headers.get("link") or "")
    raise CounterfoilError(
        call,
        code=problem.get("error", "unexpected_response"),
        status=status,
        details=problem.get("details"),
        issues=None if issues is None else [record_of(Issue, issue) for issue in issues],
        request_id=headers.get("x-request-id"),
        retry_after_seconds=_seconds(headers.get("retry-after")),
        help=urllib.parse.urljoin(base_url, link[1]) if link else None,
    )


def _seconds(retry_after: Optional[str]) -> Optional[int]:
    """Seconds, or, from a proxy, perhaps a date."""
    if not retry_after:
        return None
    if retry_after.isdigit():
        return int(retry_after)
    try:
        return max(0, round(email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time()))
    except (TypeError, ValueError):
        return None


def is_worth_retrying(error: CounterfoilError) -> bool:
    """Whether the same request may succeed soon."""
    if (error.retry_after_seconds or 0) > _MAX_RETRY_AFTER_SECONDS:
        return False
    return error.status in (0, 429) or error.status >= 500


def _delay(error: CounterfoilError, attempt: int) -> float:
    if error.retry_after_seconds is not None:
        return error.retry_after_seconds
    return min(_MAX_BACKOFF_SECONDS, _BACKOFF_SECONDS * float(2**attempt)) * random.uniform(0.5, 1)
