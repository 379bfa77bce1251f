"""Tests the webhook handler. Run it in sdk/python: python3 -m unittest discover tests"""

import asyncio
import io
import threading
import time
import unittest

import counterfoil
from counterfoil.testing import fixtures, signed_request

SECRET = "whsec_x"
WEBHOOKS = counterfoil.Webhooks(SECRET)
CLAIM = fixtures["CLAIM_CREATED"]


def delivery(**changes):
    return signed_request({**CLAIM, **changes}, SECRET)


def post_wsgi(handler, request, **environ):
    statuses = []
    environ = {
        "CONTENT_LENGTH": str(len(request.body)),
        "HTTP_X_SIGNATURE": request.headers["x-signature"],
        "wsgi.input": io.BytesIO(request.body),
        **environ,
    }
    body = handler.wsgi(environ, lambda status, headers: statuses.append(status))
    return statuses[0], b"".join(body).decode()


async def post_asgi(handler, request):
    middle = len(request.body) // 2
    parts = [
        {"type": "http.request", "body": request.body[:middle], "more_body": True},
        {"type": "http.request", "body": request.body[middle:], "more_body": False},
    ]
    sent = []

    async def receive():
        return parts.pop(0)

    async def send(message):
        sent.append(message)

    headers = [(name.encode(), value.encode()) for name, value in request.headers.items()]
    await handler.asgi({"type": "http", "headers": headers}, receive, send)
    return sent[0]["status"]


class Platforms(unittest.TestCase):
    def setUp(self):
        self.handled, self.errors = [], []

    def handler(self, **options):
        return WEBHOOKS.handler(on_error=self.errors.append, **options)

    def claim(self, event):
        if event.id == "bad":
            raise RuntimeError("no database")
        self.handled.append((event.id, event.data.external_user_id))

    async def claim_async(self, event):
        await asyncio.sleep(0)
        self.claim(event)

    def test_wsgi_responds_after_the_function_has_returned(self):
        for function in (self.claim, self.claim_async):
            handler = self.handler(claim_created=function)
            self.assertEqual(post_wsgi(handler, delivery(id="1")), ("200 OK", "ok"))
            self.assertEqual(post_wsgi(handler, delivery(id="bad"))[0], "500 Internal Server Error")
        self.assertEqual(self.handled, [("1", "user-42")] * 2)
        self.assertEqual([str(error) for error in self.errors], ["no database"] * 2)

    def test_wsgi_reads_a_body_of_unknown_length_only_from_a_server_that_ends_it(self):
        handler = self.handler(claim_created=self.claim)
        unknown = {"CONTENT_LENGTH": "", "wsgi.input_terminated": True}
        self.assertEqual(post_wsgi(handler, delivery(id="1"), **unknown)[0], "200 OK")
        self.assertEqual(post_wsgi(handler, delivery(id="1"), CONTENT_LENGTH="")[0], "401 Unauthorized")

    def test_asgi_responds_after_the_function_has_returned(self):
        for function in (self.claim, self.claim_async):
            handler = self.handler(claim_created=function)
            self.assertEqual(asyncio.run(post_asgi(handler, delivery(id="1"))), 200)
            self.assertEqual(asyncio.run(post_asgi(handler, delivery(id="bad"))), 500)
        self.assertEqual(self.handled, [("1", "user-42")] * 2)

    def test_asgi_refuses_other_protocols(self):
        with self.assertRaises(ValueError):
            asyncio.run(self.handler().asgi({"type": "websocket"}, None, None))

    def test_413_for_a_body_over_1_mib(self):
        handler = self.handler(claim_created=self.claim)
        large = delivery(data={"padding": "x" * 1024 * 1024})
        self.assertEqual(post_wsgi(handler, large)[0].split()[0], "413")
        self.assertEqual(asyncio.run(post_asgi(handler, large)), 413)
        self.assertEqual([self.handled, {error.code for error in self.errors}], [[], {"body_too_large"}])


class Dispatch(unittest.TestCase):
    def test_the_statuses_of_refused_deliveries(self):
        handler = WEBHOOKS.handler(on_error=lambda error: None)
        statuses = [
            handler.respond(b"{}", {"x-signature": "t=1"}).status,
            handler.respond(CLAIM, {}).status,
            handler.respond(*(lambda r: (r.body, r.headers))(delivery(id=1))).status,
        ]
        self.assertEqual(statuses, [401, 500, 400])

    def test_unknown_types_and_samples_reach_only_their_own_functions(self):
        seen = []

        def note(name):
            return lambda event: seen.append((name, event.id))

        handler = WEBHOOKS.handler(claim_created=note("claim"), unknown=note("unknown"), sample=note("sample"))
        for changes in ({"type": "VOUCHER_RETIRED"}, {"test": True}, {"type": "VOUCHER_PUBLISHED"}, {}):
            request = delivery(id=str(changes), **changes)
            self.assertEqual(handler.respond(request.body, request.headers), ("ok", 200))
        self.assertEqual([name for name, _ in seen], ["unknown", "sample", "claim"])

    def test_an_unknown_type_is_a_mistake(self):
        with self.assertRaises(TypeError):
            WEBHOOKS.handler(claim_creatd=print)

    def test_a_failure_is_logged_by_default(self):
        with self.assertLogs("counterfoil", "ERROR") as logs:
            WEBHOOKS.handler().respond(b"{}", {})
        self.assertIn("missing_signature", logs.output[0])


class HandledOnce(unittest.TestCase):
    def test_a_failed_event_is_handled_again_and_deliveries_that_arrive_together_are_handled_once(self):
        calls, once, request = [], set(), delivery(id="1")

        def claim(event):
            calls.append(event.id)
            time.sleep(0.05)
            if len(calls) == 1:
                raise RuntimeError("no database")

        handler = WEBHOOKS.handler(claim_created=claim, once=once, on_error=lambda error: None)
        respond = lambda: handler.respond(request.body, request.headers).status  # noqa: E731
        self.assertEqual((respond(), once), (500, set()))
        statuses = []
        threads = [threading.Thread(target=lambda: statuses.append(respond())) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((statuses, respond()), ([200] * 3, 200))
        self.assertEqual((calls, once), (["1", "1"], {"1"}))

    def test_asgi_deliveries_that_arrive_together(self):
        calls = []

        async def claim(event):
            calls.append(event.id)
            await asyncio.sleep(0.02)

        async def twice():
            handler = WEBHOOKS.handler(claim_created=claim, once=set())
            return await asyncio.gather(*(post_asgi(handler, delivery(id="1")) for _ in range(2)))

        self.assertEqual((asyncio.run(twice()), calls), ([200, 200], ["1"]))


if __name__ == "__main__":
    unittest.main()
