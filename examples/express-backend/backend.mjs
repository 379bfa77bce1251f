// A whole integration with Express 5: creates users, mints their tokens, serves the JWKS, receives webhooks and catches up.
import { readFileSync } from 'node:fs'
import { Counterfoil, plainTitle, tokens } from '@counterfoil/partner'
import express from 'express'

const { COUNTERFOIL_URL, SLUG, SECRETS, ISSUER, PRIVATE_KEY, PORT } = process.env

const counterfoil = new Counterfoil({ baseUrl: COUNTERFOIL_URL, slug: SLUG, secrets: SECRETS.split(',') })
const minter = tokens({ issuer: ISSUER, keys: [readFileSync(PRIVATE_KEY, 'utf8')] })

/** Use your database instead: a Set is empty after a restart. */
const once = new Set()
const receiveWebhook = counterfoil.webhooks.handler(
  {
    REDEMPTION_CREATED: ({ data }) =>
      console.log(`${data.externalUserId} redeemed ${plainTitle(data.voucherTitle)}`),
  },
  { once },
)
await counterfoil.events.catchUp({
  load: () => [...once].at(-1),
  save: (eventId) => once.add(eventId),
  handle: receiveWebhook.handle,
})

const app = express()

// The signature covers the raw body. Add parsers such as express.json() below this line.
app.post('/hooks', express.raw({ type: 'application/json' }), receiveWebhook)

app.get('/jwks.json', async (_request, response) => {
  response.json(await minter.jwks())
})

app.get('/vouchers', async (request, response) => {
  // Take the user from your session instead.
  const externalUserId = request.get('x-user')
  await counterfoil.users.upsert({ externalUserId })
  response.send(`${COUNTERFOIL_URL}/app/#token=${await minter.mint({ externalUserId })}`)
})

// A call that fails reaches the error handler of Express, which prints what to do.
app.listen(Number(PORT))
