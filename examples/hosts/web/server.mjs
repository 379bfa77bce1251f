// The page with the webview, and the backend that mints tokens for it.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { tokens } from '@counterfoil/partner'

const { COUNTERFOIL_URL, SLUG, ISSUER, PRIVATE_KEY, PORT } = process.env
const minter = tokens({ issuer: ISSUER, keys: [readFileSync(PRIVATE_KEY, 'utf8')] })

const page = readFileSync(new URL('index.html', import.meta.url), 'utf8')
  .replace('{{url}}', COUNTERFOIL_URL)
  .replace('{{slug}}', SLUG)
const host = readFileSync(fileURLToPath(import.meta.resolve('@counterfoil/host')))

createServer(async (request, response) => {
  const send = (type, body) => response.writeHead(200, { 'content-type': type }).end(body)
  const { pathname } = new URL(request.url, 'http://localhost')
  if (pathname === '/') return send('text/html; charset=utf-8', page)
  if (pathname === '/counterfoil-host.js') return send('text/javascript', host)
  if (pathname === '/jwks.json') return send('application/json', JSON.stringify(await minter.jwks()))
  if (pathname === '/voucher-token' && request.method === 'POST') {
    // Take the user from your session instead. Answer 401 if nobody is signed in.
    response.setHeader('cache-control', 'no-store')
    return send('text/plain', await minter.mint({ externalUserId: 'user-42', displayName: 'Aina' }))
  }
  response.writeHead(404).end()
}).listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}/`))
