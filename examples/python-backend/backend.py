"""A whole integration: creates users, mints their tokens, serves the JWKS, receives webhooks and catches up."""

import json
import os
from wsgiref.simple_server import make_server

from counterfoil import Counterfoil, Tokens, plain_title

URL = os.environ["COUNTERFOIL_URL"]
counterfoil = Counterfoil(URL, os.environ["SLUG"], *os.environ["SECRETS"].split(","))
tokens = Tokens(os.environ["ISSUER"], [open(os.environ["PRIVATE_KEY"]).read()])
handled = set()  # Use your database instead: a set is empty after a restart.


def redeemed(event):
    print(f"{event.data.external_user_id} redeemed {plain_title(event.data.voucher_title)}", flush=True)


webhooks = counterfoil.webhooks.handler(redemption_created=redeemed, once=handled)


def app(environ, start_response):
    path = environ["PATH_INFO"]
    if path == "/hooks":
        return webhooks.wsgi(environ, start_response)
    if path == "/jwks.json":
        start_response("200 OK", [("content-type", "application/json")])
        return [json.dumps(tokens.jwks()).encode()]
    if path == "/vouchers":
        user = environ["HTTP_X_USER"]  # Take the user from your session instead.
        counterfoil.users.upsert(user)
        start_response("200 OK", [("content-type", "text/plain")])
        return [f"{URL}/app/#token={tokens.mint(user)}".encode()]
    start_response("404 Not Found", [])
    return []


for missed in counterfoil.events.iterate():
    webhooks.handle(missed)
make_server("127.0.0.1", int(os.environ["PORT"]), app).serve_forever()
