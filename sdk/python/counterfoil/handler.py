from __future__ import annotations

import asyncio
import inspect
from typing import Any, Awaitable, Callable, Mapping, Optional

from .apps import AsgiApp, RawBody, Reply, Resolve, WsgiApp
from .errors import WebhookError
from .events import Event
from .once import Once, OnceStore
from .transport import log

#: A parsed body is a mistake in your set-up, not in the request.
_STATUS = {"body_not_raw": 500, "body_too_large": 413, "not_an_event": 400}


class WebhookHandler:
    """Verifies deliveries, and calls the function of their type.

    The status is 2xx only after the function has returned: with any other status, the service delivers the event again.
    """

    def __init__(
        self,
        verify: Callable[[RawBody, Mapping[str, str]], Event],
        handlers: Mapping[str, Optional[Callable[[Any], Any]]],
        once: Optional[OnceStore],
        on_error: Optional[Callable[[Exception], Any]],
    ) -> None:
        self._verify, self._handlers, self._on_error = verify, handlers, on_error or _log_error
        self._once = None if once is None else Once(once)
        #: A WSGI app.
        self.wsgi = WsgiApp(self._respond)
        #: An ASGI app.
        self.asgi = AsgiApp(self._respond)

    def handle(self, event: Event) -> None:
        """Calls the function of an event, for example of one that ``events.iterate`` has read."""
        self._handle(event, asyncio.run)

    def respond(self, raw_body: RawBody, headers: Mapping[str, str]) -> Reply:
        """The response to a delivery, for a view of your framework. Pass the bytes as they were received. Async
        functions need ``asgi``, or a view that is not async itself."""
        return self._respond(lambda: raw_body, headers, asyncio.run)

    def _respond(self, read_body: Callable[[], RawBody], headers: Mapping[str, str], resolve: Resolve) -> Reply:
        try:
            self._handle(self._verify(read_body(), headers), resolve)
            return Reply("ok", 200)
        except WebhookError as error:
            self._on_error(error)
            return Reply(str(error), _STATUS.get(error.code, 401))
        except Exception as error:
            self._on_error(error)
            return Reply("the handler failed", 500)

    def _handle(self, event: Event, resolve: Resolve) -> None:
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


def _log_error(error: Exception) -> None:
    is_refused = isinstance(error, WebhookError)
    log.error("A webhook failed: %s", error, exc_info=None if is_refused else error)
