"""Calls the real service, and prints one line of JSON for each step."""

import json
import os

from counterfoil import Counterfoil, CounterfoilError

client = Counterfoil(os.environ["COUNTERFOIL_URL"], os.environ["SLUG"], os.environ["SECRET"])
USER = "user/é 🎟"


def step(name, run):
    try:
        outcome = run()
    except CounterfoilError as error:
        outcome = {"error": error.code, "status": error.status, "issues": len(error.issues or [])}
    print(json.dumps({"step": name, **outcome}), flush=True)


step("upsert", lambda: {"created": client.users.upsert(USER, display_name="Aïna", phone=None).created})
step("invalid", lambda: {"created": client.users.upsert("").created})
step("delete", lambda: client.users.delete(USER) or {})
step("delete nobody", lambda: client.users.delete("nobody") or {})
ids = []
step("events", lambda: ids.extend(event.id for event in client.events.iterate()) or {"ids": ids})
saved = []
after = lambda: ids[-3] if ids else None  # noqa: E731
step("catch up", lambda: {"count": client.events.catch_up(after, saved.append, lambda _: None)})
step("saved", lambda: {"ids": saved})
