from __future__ import annotations

import asyncio
import inspect
from http import HTTPStatus
from typing import Any, Awaitable, Callable, Coroutine, Iterable, Mapping, NamedTuple, Optional, Union

from .errors import WebhookError
from .events import Event
from .once import Once, OnceStore
from .transport import log

#: Events have a few hundred bytes. Anyone can send a request, so its body must not fill the memory.
_MAX_BODY_BYTES = 1024 * 1024
#: A parsed body is a mistake in your set-up, not in the request.
_STATUS = {"body_not_raw": 500, "body_too_large": 413, "not_an_event": 400}

_RawBody = Union[bytes, str]
_Handlers = Mapping[str, Optional[Callable[[Any], Any]]]
#: Waits for the result of an async function.
_Resolve = Callable[[Coroutine[Any, Any, Any]], Any]


class Reply(NamedTuple):
    """The response to a delivery. Flask takes it as it is."""

    text: str
    status: int


class WebhookHandler:
    """Verifies deliveries, and calls the function of their type.

    The status is 2xx only after the function has returned: with any other status, the service delivers the event again.
    """

    def __init__(
        self,
        verify: Callable[[_RawBody, Mapping[str, str]], Event],
        handlers: _Handlers,
        once: Optional[OnceStore],
        on_error: Optional[Callable[[Exception], Any]],
    ) -> None:
        self._verify, self._handlers, self._on_error = verify, handlers, on_error or _log_error
        self._once = None if once is None else Once(once)

    def handle(self, event: Event) -> None:
        """Calls the function of an event, for example of one that ``events.catch_up`` has read."""
        self._handle(event, asyncio.run)

    def respond(self, raw_body: _RawBody, headers: Mapping[str, str]) -> Reply:
        """The response to a delivery, for frameworks without WSGI and ASGI. Pass the bytes as they were received."""
        return self._respond(lambda: raw_body, headers, asyncio.run)

    def wsgi(self, environ: Mapping[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """A WSGI app."""
        headers = {"x-signature": environ.get("HTTP_X_SIGNATURE", "")}
        text, status = self._respond(lambda: _read_wsgi(environ), headers, asyncio.run)
        start_response(f"{status} {HTTPStatus(status).phrase}", [("content-type", "text/plain; charset=utf-8")])
        return [text.encode()]

    async def asgi(
        self,
        scope: Mapping[str, Any],
        receive: Callable[[], Awaitable[Mapping[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        """An ASGI app. Its functions may be async; others run in a thread, and so does ``once``."""
        if scope["type"] != "http":
            raise ValueError(f"Webhooks arrive over HTTP, not over {scope['type']}")
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        body = await _read_asgi(receive)
        loop = asyncio.get_running_loop()

        def resolve(coroutine: Coroutine[Any, Any, Any]) -> Any:
            return asyncio.run_coroutine_threadsafe(coroutine, loop).result()

        reply = await asyncio.to_thread(self._respond, lambda: _limited(body), headers, resolve)
        start = {"status": reply.status, "headers": [(b"content-type", b"text/plain; charset=utf-8")]}
        await send({"type": "http.response.start", **start})
        await send({"type": "http.response.body", "body": reply.text.encode()})

    def _respond(self, read_body: Callable[[], _RawBody], headers: Mapping[str, str], resolve: _Resolve) -> Reply:
        try:
            self._handle(self._verify(read_body(), headers), resolve)
            return Reply("ok", 200)
        except WebhookError as error:
            self._on_error(error)
            return Reply(str(error), _STATUS.get(error.code, 401))
        except Exception as error:
            self._on_error(error)
            return Reply("the handler failed", 500)

    def _handle(self, event: Event, resolve: _Resolve) -> None:
        def work() -> None:
            function = self._handlers["sample" if event.test else event.type]
            result = None if function is None else function(event)
            if inspect.isawaitable(result):
                resolve(_coroutine(result))

        if self._once is None:
            work()
        else:
            self._once.run(event.id, work)


async def _coroutine(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


def _read_wsgi(environ: Mapping[str, Any]) -> bytes:
    length = environ.get("CONTENT_LENGTH")
    if not length and not environ.get("wsgi.input_terminated"):
        return b""
    size = min(int(length or _MAX_BODY_BYTES + 1), _MAX_BODY_BYTES + 1)
    return _limited(environ["wsgi.input"].read(size))


async def _read_asgi(receive: Callable[[], Awaitable[Mapping[str, Any]]]) -> bytes:
    """Ends after the first part that makes the body too large."""
    body = b""
    while len(body) <= _MAX_BODY_BYTES:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return body


def _limited(body: bytes) -> bytes:
    if len(body) > _MAX_BODY_BYTES:
        raise WebhookError("body_too_large", "no event is larger than 1 MiB")
    return body


def _log_error(error: Exception) -> None:
    is_refused = isinstance(error, WebhookError)
    log.error("A webhook failed: %s", error, exc_info=None if is_refused else error)
