"""Uses each feature of the SDK once, against the service, and prints a line for each whose result is right."""

import dataclasses
import json
import logging
import logging.handlers
import os
import queue
import threading
import time
import urllib.request
from datetime import datetime, timedelta, timezone
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from counterfoil import (
    ClaimCreated,
    Counterfoil,
    CounterfoilError,
    ErrorCode,
    RedemptionCreated,
    Tokens,
    Webhooks,
    plain_title,
    testing,
    title_to_html,
)

URL, SLUG, SECRET, API_KEY = (os.environ[name] for name in ("COUNTERFOIL_URL", "SLUG", "SECRET", "API_KEY"))
client = Counterfoil(URL, SLUG, SECRET, api_key=API_KEY, retries=3)
tokens = Tokens(os.environ["ISSUER"], [open(os.environ["PRIVATE_KEY"]).read()])

warnings = queue.SimpleQueue()
logging.getLogger("counterfoil").addHandler(logging.handlers.QueueHandler(warnings))


def report(*features):
    for feature in features:
        print(json.dumps({"feature": feature}), flush=True)


def eventually(check):
    """Repeats a check until its result is true: deliveries and the feed need a moment."""
    for _ in range(600):
        result = check()
        if result:
            return result
        time.sleep(0.05)
    raise AssertionError("still false")


def failure_of(call):
    try:
        call()
    except CounterfoilError as error:
        return error
    raise AssertionError("the call succeeded")


def me(token):
    request = urllib.request.Request(f"{URL}/me", headers={"authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as response:
        return response.status


received, handled, samples = [], [], []


def redeemed(event):
    assert event.data.external_user_id == "user-42"
    handled.append(event.id)


handler = client.webhooks.handler(redemption_created=redeemed, sample=samples.append, once=set())


def app(environ, start_response):
    if environ["PATH_INFO"] == "/jwks.json":
        start_response("200 OK", [])
        return [json.dumps(tokens.jwks()).encode()]
    received.append(environ["HTTP_X_EVENT_ID"])
    return handler.wsgi(environ, start_response)


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Silent(WSGIRequestHandler):
    def log_message(self, *_):
        pass


server = make_server("127.0.0.1", int(os.environ["HOOK_PORT"]), app, Server, Silent)
threading.Thread(target=server.serve_forever, daemon=True).start()


def call_as_backend():
    # The first attempt gets a 503, and the response to the second one names an unknown field.
    assert client.users.upsert("user-42", display_name="Aina").created
    assert "POST /integrations/users ignored unknown fields: nickname" in warnings.get().getMessage()
    report("users.upsert", "retries", "warnings.unknown_fields")

    error = failure_of(lambda: client.users.upsert(""))
    assert (error.code, error.status) == (ErrorCode.VALIDATION_FAILED, 400)
    assert error.issues[0].path == "/externalUserId"
    assert error.request_id
    assert error.remedy.startswith("Fix the fields") and error.remedy in str(error)
    assert error.help == f"{URL}/docs/errors#validation_failed"
    report("errors.typed", "errors.codes", "errors.remedy", "errors.help")

    assert me(tokens.mint("user-42", display_name="Aina")) == 200
    kid = tokens.rotate(open(os.environ["NEXT_PRIVATE_KEY"]).read())
    assert tokens.jwks()["keys"][0]["kid"] == kid
    report("tokens.mint", "tokens.jwks", "tokens.rotate")

    title = "{b}Free{/b} kopi & toast"
    assert plain_title(title) == "Free kopi & toast"
    assert title_to_html(title) == "<strong>Free</strong> kopi &amp; toast"
    report("titles.plain", "titles.html")


def create_twin():
    """A live partner that has no twin yet."""
    live_slug, secret, api_key = (os.environ[name] for name in ("LIVE_SLUG", "LIVE_SECRET", "LIVE_API_KEY"))
    client = Counterfoil(URL, live_slug, secret, api_key=api_key)
    twin = client.sandbox.create_twin()
    assert twin.slug == f"{live_slug}-test"
    assert Counterfoil(URL, twin.slug, twin.secret, api_key=twin.api_key).sandbox.info().slug == twin.slug
    assert client.sandbox.create_twin().secret is None
    report("sandbox.create_twin")


def try_sandbox():
    assert client.sandbox.info().issuer == os.environ["ISSUER"]
    scenario = next(one for one in client.sandbox.scenarios() if one.scenario == "succeeds")
    assert me(client.sandbox.token("user-42").token) == 200
    redemption = client.sandbox.redeem("user-42", scenario.voucher_id)
    assert redemption.status == "SUCCESS"
    assert client.sandbox.publish(scenario.merchant_id).voucher_id
    report("sandbox.info", "sandbox.scenarios", "sandbox.token", "sandbox.redeem", "sandbox.publish")

    # The response of the first advance is lost. A second one would move the clock again.
    real = client.sandbox.clock.get().now
    assert failure_of(lambda: client.sandbox.clock.advance("P1D")).code == "connection_failed"
    assert round((client.sandbox.clock.get().now - real) / timedelta(days=1)) == 1
    client.sandbox.clock.advance(timedelta(hours=1))
    client.sandbox.clock.set(real + timedelta(hours=1))
    client.sandbox.clock.reset()
    report("sandbox.clock.get", "sandbox.clock.advance", "sandbox.clock.set", "sandbox.clock.reset")
    return redemption.id, scenario.merchant_id


def confirm_code():
    """The phone of the user shows a code, and the outlet confirms it."""
    token = client.sandbox.token("user-42").token
    shown = next(one for one in client.sandbox.scenarios() if one.scenario == "takes-codes")
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json", "idempotency-key": "tour"}
    body = json.dumps({"voucherId": shown.voucher_id, "outletId": shown.outlet_id}).encode()
    request = urllib.request.Request(f"{URL}/me/redemption-codes", body, headers)
    with urllib.request.urlopen(request) as response:
        code = json.load(response)["code"]
    assert client.sandbox.confirm_code(code).method == "QR"
    report("sandbox.confirm_code")


def receive_events():
    event_id = eventually(lambda: handled)[0]
    delivery = eventually(
        lambda: [
            one
            for one in client.support.deliveries(type="REDEMPTION_CREATED").items
            if one.state == "DELIVERED"
        ]
    )[0]
    assert delivery.event_id == event_id
    report("webhooks.handler", "support.deliveries")

    client.webhook.retry(delivery.id)
    eventually(lambda: received.count(event_id) == 2)
    assert handled == [event_id]
    report("webhook.retry", "webhooks.once")

    eventually(lambda: event_id in [event.id for event in client.events.iterate(after=None)])
    saved = []
    assert client.events.catch_up(lambda: None, saved.append, handler.handle) == len(saved)
    assert event_id in saved and handled == [event_id]
    report("events.iterate", "events.catch_up")
    handler.handle(dataclasses.replace(testing.fixture(RedemptionCreated), id="another"))
    assert handled == [event_id, "another"]
    report("webhooks.handle")
    return event_id


def look_up(redemption_id, merchant_id):
    user = client.support.find("user-42").items[0]
    assert user.display_name == "Aina"
    assert client.support.user(user.id).redemptions[0].id == redemption_id
    assert client.support.redemptions(status="SUCCESS").items[0].id == redemption_id
    failed = eventually(lambda: client.support.requests(status="400").items)[0]
    assert "externalUserId" in failed.reason
    assert client.support.alerts() == []
    report("support.find", "support.user", "support.redemptions", "support.requests", "support.alerts")
    assert client.support.redemptions(count=True).count.value == 1
    page = client.support.requests(limit=1)
    following = client.support.requests(cursor=page.next_cursor, limit=1)
    assert following.items[0].id != page.items[0].id
    assert client.support.record_deployment("backend 4.2.0").name == "backend 4.2.0"
    assert client.support.requests(new_since_deployment=True).items == []
    report("support.count", "support.paging", "support.record_deployment")

    assert merchant_id in [merchant.id for merchant in client.merchants.iterate()]
    report("merchants.iterate")


def manage_endpoint():
    assert client.webhook.test("CLAIM_CREATED").status == 200
    assert len(samples) == 1
    assert client.webhook.health().state == "OK"
    assert client.webhook.deliver_now().deliveries == 0
    assert client.webhook.resume().slug == SLUG
    since = datetime.now(timezone.utc) - timedelta(hours=1)
    assert client.webhook.replay(since, only="failed").only == "failed"
    assert client.webhook.progress().only == "failed"
    report("webhook.test", "webhook.health", "webhook.deliver_now")
    report("webhook.resume", "webhook.replay", "webhook.progress")


def try_own_receiver():
    fixture = testing.fixtures["CLAIM_CREATED"]
    request = testing.signed_request(fixture, SECRET)
    event = client.webhooks.verify(request.body, request.headers)
    assert isinstance(event, ClaimCreated) and event.data.claim_id == fixture["data"]["claimId"]
    assert Webhooks(SECRET).verify(request.body, request.headers) == event
    report("testing.signed_request", "testing.fixtures", "webhooks.verify", "webhooks.alone")


def end_tour(redemption_id, gone_event_id):
    # First, since the delivery of the void uses up the failure.
    assert client.sandbox.deliveries(fail_next=1).failing == 1
    assert client.sandbox.void(redemption_id, "Twice by mistake.").redemption_id == redemption_id
    eventually(lambda: client.sandbox.deliveries(retry_now=True).retried == 1)
    report("sandbox.deliveries", "sandbox.retry_now", "sandbox.void")

    rotated = Counterfoil(URL, SLUG, client.secret.rotate(), retries=0)
    assert client.secret.promote().next_secret_since is None
    rotated.users.delete("user-42")
    assert client.support.find("user-42").items[0].display_name is None
    report("secret.rotate", "secret.promote")
    client.users.delete("nobody")
    report("users.delete")

    client.sandbox.reset()
    assert client.support.find("user-42").items == []
    report("sandbox.reset")
    assert list(client.events.iterate(after=gone_event_id)) == []
    assert "is gone, so some events may come again" in warnings.get().getMessage()
    report("warnings.cursor_lost")


call_as_backend()
create_twin()
redemption_id, merchant_id = try_sandbox()
event_id = receive_events()
look_up(redemption_id, merchant_id)
confirm_code()
manage_endpoint()
try_own_receiver()
end_tour(redemption_id, event_id)
server.shutdown()
