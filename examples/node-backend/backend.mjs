// A whole integration: creates users, mints their tokens, serves the JWKS, receives webhooks and catches up.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Counterfoil, plainTitle, tokens } from '@counterfoil/partner'

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

async function openVouchers(externalUserId) {
  await counterfoil.users.upsert({ externalUserId })
  return `${COUNTERFOIL_URL}/app/#token=${await minter.mint({ externalUserId })}`
}

createServer(async (request, response) => {
  try {
    const { pathname } = new URL(request.url, 'http://localhost')
    if (pathname === '/hooks') return await receiveWebhook(request, response)
    if (pathname === '/jwks.json') return response.end(JSON.stringify(await minter.jwks()))
    // Take the user from your session instead.
    if (pathname === '/vouchers') return response.end(await openVouchers(request.headers['x-user']))
    response.writeHead(404).end()
  } catch (error) {
    console.error(error)
    response.writeHead(502).end()
  }
}).listen(Number(PORT))
