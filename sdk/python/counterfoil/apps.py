"""The webhook handler as a WSGI app and as an ASGI app."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, Awaitable, Callable, Coroutine, Iterable, Mapping, NamedTuple, Union

from .errors import WebhookError

#: Events have a few hundred bytes. Anyone can send a request, so its body must not fill the memory.
_MAX_BODY_BYTES = 1024 * 1024

RawBody = Union[bytes, str]
#: Waits for the result of an async function.
Resolve = Callable[[Coroutine[Any, Any, Any]], Any]


class Reply(NamedTuple):
    """The response to a delivery. Flask takes it as it is."""

    text: str
    status: int


Respond = Callable[[Callable[[], RawBody], Mapping[str, str], Resolve], Reply]


class WsgiApp:
    """A WSGI app."""

    def __init__(self, respond: Respond) -> None:
        self._respond = respond

    def __call__(self, environ: Mapping[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        headers = {"x-signature": environ.get("HTTP_X_SIGNATURE", "")}
        text, status = self._respond(lambda: _read_wsgi(environ), headers, asyncio.run)
        start_response(f"{status} {HTTPStatus(status).phrase}", [("content-type", "text/plain; charset=utf-8")])
        return [text.encode()]


class AsgiApp:
    """An ASGI app. Its functions may be async; others run in a thread, and so does ``once``.

    It is an object, since Starlette and FastAPI take a function or a method for a view.
    """

    def __init__(self, respond: Respond) -> None:
        self._respond = respond

    async def __call__(
        self,
        scope: Mapping[str, Any],
        receive: Callable[[], Awaitable[Mapping[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
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
