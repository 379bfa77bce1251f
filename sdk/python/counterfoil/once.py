from __future__ import annotations

import threading
from concurrent.futures import Future
from typing import Any, Callable, Protocol


class OnceStore(Protocol):
    """Remembers the ids of handled events. A ``set`` has these two methods."""

    def __contains__(self, event_id: str, /) -> bool:
        """Whether the event has been handled."""
        ...

    def add(self, event_id: str, /) -> Any:
        """Remembers that the event has been handled."""
        ...


class Once:
    """Handles each event once.

    An id is added after its event was handled, so a crash in between repeats the event instead of losing it. Deliveries
    of one event that arrive together are handled once in this process.
    """

    def __init__(self, store: OnceStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._in_progress: dict[str, Future[None]] = {}

    def run(self, event_id: str, work: Callable[[], Any]) -> None:
        own: Future[None] = Future()
        with self._lock:
            first = self._in_progress.setdefault(event_id, own)
        if first is not own:
            return first.result()
        try:
            if event_id not in self._store:
                work()
                self._store.add(event_id)
            own.set_result(None)
        except BaseException as error:
            own.set_exception(error)
            raise
        finally:
            with self._lock:
                del self._in_progress[event_id]
