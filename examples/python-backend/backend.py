"""A whole integration: creates users, mints their tokens, serves the JWKS, receives webhooks and catches up."""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from counterfoil import Counterfoil, Tokens, WebhookError

URL = os.environ["COUNTERFOIL_URL"]
counterfoil = Counterfoil(URL, os.environ["SLUG"], *os.environ["SECRETS"].split(","))
tokens = Tokens(os.environ["ISSUER"], [open(os.environ["PRIVATE_KEY"]).read()])
handled = {}  # Use your database instead: the ids of handled events, in order.


def handle(event):
    if event.id not in handled and event.type == "CLAIM_CREATED" and not event.is_test:
        print(f"{event.data['externalUserId']} claimed {event.data['voucherTitle']}", flush=True)
    handled[event.id] = True


class Backend(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/jwks.json":
            return self.respond(200, json.dumps(tokens.jwks()))
        if self.path != "/vouchers":
            return self.respond(404)
        user = self.headers["x-user"]  # Take the user from your session instead.
        counterfoil.upsert_user(user)
        self.respond(200, f"{URL}/app/#token={tokens.mint(user)}")

    def do_POST(self):
        try:
            handle(counterfoil.webhooks.verify(self.rfile.read(int(self.headers["content-length"])), self.headers))
            self.respond(200)
        except WebhookError as error:
            self.respond(401, str(error))

    def respond(self, status, text=""):
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())


counterfoil.catch_up(lambda: next(reversed(handled), None), lambda _: None, handle)
ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Backend).serve_forever()
