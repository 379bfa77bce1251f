from __future__ import annotations

import email.utils
import http.client
import json
import logging
import random
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import Any, Callable, Iterator, Mapping, Optional, Union

from .errors import CounterfoilError
from .signature import request_signature
from .webhooks import Event, Webhooks, event_of

_PAGE_SIZE = 200
_BACKOFF_SECONDS = 0.25
_MAX_BACKOFF_SECONDS = 8
#: If retry-after is longer, the call fails at once: the error says when to try again.
_MAX_RETRY_AFTER_SECONDS = 60
_log = logging.getLogger("counterfoil")


class Unchanged:
    """The default of a field that a call leaves as it is."""


UNCHANGED = Unchanged()
#: Text sets a field, and None clears it.
Field = Union[str, None, Unchanged]


@dataclass(frozen=True)
class UpsertedUser:
    user_id: str
    created: bool


class Counterfoil:
    """The calls of a partner's backend. Every attempt is signed with its own time, and failed ones are repeated.

    The first secret signs requests; webhooks may be signed with any of them. ``timeout`` is the maximum wait, in
    seconds, for the connection and for each part of a response.
    """

    def __init__(
        self,
        base_url: str,
        slug: str,
        *secrets: str,
        retries: int = 3,
        timeout: float = 10,
        now: Callable[[], float] = time.time,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.webhooks = Webhooks(*secrets, now=now)
        self._base_url, self._slug, self._secret = base_url.rstrip("/"), slug, secrets[0]
        self._retries, self._timeout, self._now, self._sleep = retries, timeout, now, sleep

    def upsert_user(
        self,
        external_user_id: str,
        *,
        email: Field = UNCHANGED,
        display_name: Field = UNCHANGED,
        phone: Field = UNCHANGED,
        country_code: Field = UNCHANGED,
        locale: Field = UNCHANGED,
    ) -> UpsertedUser:
        """Creates or updates a user. None clears a field."""
        fields = {
            "email": email,
            "displayName": display_name,
            "phone": phone,
            "countryCode": country_code,
            "locale": locale,
        }
        changes = {name: value for name, value in fields.items() if not isinstance(value, Unchanged)}
        result = self._call("POST", "/integrations/users", body={"externalUserId": external_user_id, **changes})
        return UpsertedUser(result["userId"], result["created"])

    def delete_user(self, external_user_id: str) -> None:
        """Clears the user's personal data. A user who does not exist counts as deleted."""
        if external_user_id in ("", ".", ".."):
            raise ValueError(f'Not usable in a URL: external user id "{external_user_id}"')
        try:
            self._call("DELETE", "/integrations/users/" + urllib.parse.quote(external_user_id, safe=""))
        except CounterfoilError as error:
            if error.code != "user_not_found":
                raise

    def events(self, after: Optional[str] = None) -> Iterator[Event]:
        """Every event after ``after``, or all of the last 30 days, up to the newest one."""
        while True:
            query = urllib.parse.urlencode({"limit": _PAGE_SIZE, **({"after": after} if after else {})})
            page = self._call("GET", f"/integrations/events?{query}")
            if page.get("cursorLost"):
                _log.warning("The event %s is gone, so some events may come again", after)
            yield from filter(None, map(event_of, page["items"]))
            after = page["next"]
            if not after:
                return

    def catch_up(
        self, load: Callable[[], Optional[str]], save: Callable[[str], Any], handle: Callable[[Event], Any]
    ) -> int:
        """Passes every new event to ``handle`` and saves its id. If ``handle`` raises, the next run starts with that
        event. Returns the number of events."""
        count = 0
        for event in self.events(after=load()):
            handle(event)
            save(event.id)
            count += 1
        return count

    def _call(self, method: str, path: str, body: Optional[dict[str, Any]] = None) -> Any:
        data = b"" if body is None else json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass")
        attempt = 0
        while True:
            try:
                return self._attempt(method, path, data)
            except CounterfoilError as error:
                if attempt >= self._retries or not _is_worth_retrying(error):
                    raise
                self._sleep(_delay(error, attempt))
                attempt += 1

    def _attempt(self, method: str, path: str, data: bytes) -> Any:
        call = f"{method} {path}"
        url = self._base_url + path
        # The path of the request line starts with the path of the base URL.
        signed_path = urllib.request.Request(url).selector
        headers = {
            "x-partner-slug": self._slug,
            "x-signature": request_signature(self._secret, int(self._now()), method, signed_path, data),
            "user-agent": "counterfoil-python/1.0.0",
            **({"content-type": "application/json"} if data else {}),
        }
        request = urllib.request.Request(url, data or None, headers, method=method)
        try:
            with _opener.open(request, timeout=self._timeout) as response:
                return _read(call, response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            with error:
                return _read(call, error.code, error.headers, _body_of(call, error))
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            # These are two classes before Python 3.10.
            code = "timeout" if isinstance(reason, (TimeoutError, socket.timeout)) else "connection_failed"
            raise CounterfoilError(call, code) from error


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The signature is for one path only."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def _body_of(call: str, response: urllib.error.HTTPError) -> bytes:
    try:
        return response.read()
    except (OSError, http.client.HTTPException) as error:
        raise CounterfoilError(call, "connection_failed") from error


def _read(call: str, status: int, headers: Mapping[str, str], data: bytes) -> Any:
    is_success = 200 <= status < 300
    unknown_fields = headers.get("x-unknown-fields")
    if unknown_fields:
        _log.warning("%s ignored unknown fields: %s", call, unknown_fields)
    try:
        body = json.loads(data) if data else None
    except ValueError:
        body = None
        is_success = False
    if is_success:
        return body
    problem = body if isinstance(body, dict) and isinstance(body.get("error"), str) else {}
    raise CounterfoilError(
        call,
        code=problem.get("error", "unexpected_response"),
        status=status,
        details=problem.get("details"),
        issues=problem.get("issues"),
        request_id=headers.get("x-request-id"),
        retry_after_seconds=_seconds(headers.get("retry-after")),
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


def _is_worth_retrying(error: CounterfoilError) -> bool:
    if (error.retry_after_seconds or 0) > _MAX_RETRY_AFTER_SECONDS:
        return False
    return error.status in (0, 429) or error.status >= 500


def _delay(error: CounterfoilError, attempt: int) -> float:
    if error.retry_after_seconds is not None:
        return error.retry_after_seconds
    return min(_MAX_BACKOFF_SECONDS, _BACKOFF_SECONDS * 2**attempt) * random.uniform(0.5, 1)
