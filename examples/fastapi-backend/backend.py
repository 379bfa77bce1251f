"""A whole integration with FastAPI: creates users, mints their tokens, serves the JWKS, receives webhooks and catches up."""

import os
from contextlib import asynccontextmanager
from typing import Annotated

import uvicorn
from fastapi import FastAPI, Header
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse

from counterfoil import Counterfoil, Tokens, plain_title

URL = os.environ["COUNTERFOIL_URL"]
counterfoil = Counterfoil(URL, os.environ["SLUG"], *os.environ["SECRETS"].split(","))
tokens = Tokens(os.environ["ISSUER"], [open(os.environ["PRIVATE_KEY"]).read()])
handled = set()  # Use your database instead: a set is empty after a restart.


async def redeemed(event):
    print(f"{event.data.external_user_id} redeemed {plain_title(event.data.voucher_title)}", flush=True)


webhooks = counterfoil.webhooks.handler(redemption_created=redeemed, once=handled)


def catch_up():
    for missed in counterfoil.events.iterate():
        webhooks.handle(missed)


@asynccontextmanager
async def lifespan(app):
    await run_in_threadpool(catch_up)
    yield


app = FastAPI(lifespan=lifespan)
app.add_route("/hooks", webhooks.asgi, methods=["POST"])


@app.get("/jwks.json")
def jwks():
    return tokens.jwks()


# FastAPI runs functions without `async` in threads, so the client may wait for the service. If a call fails, it responds with
# 500, and the log says what to do.
@app.get("/vouchers", response_class=PlainTextResponse)
def open_vouchers(x_user: Annotated[str, Header()]):  # Take the user from your session instead.
    counterfoil.users.upsert(x_user)
    return f"{URL}/app/#token={tokens.mint(x_user)}"


uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), log_level="warning")
