import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { afterAll } from 'vitest'

export const CLIENT = { clientId: 'counterfoil', clientSecret: 'a secret of the client, for tests only' }

/** A client for which the issuer does not always say when the person signed in. */
export const SILENT_CLIENT = { ...CLIENT, clientId: 'counterfoil without auth_time' }

/**
 * The account that the issuer signs in at the next visit, without a page. The subject is the e-mail address in lower case
 * unless it is named; `signedInAt` is in seconds since 1970.
 */
export type Account = { email: string; email_verified: boolean; sub?: string; signedInAt?: number }

/** A real OpenID Connect issuer. Its sign-in page says yes at once. */
export async function openTestIssuer(redirectUri: string) {
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const accounts = new Map<string, Account>()
  let visitor = ''
  let isDown = false
  const welcome = (account: Account) => {
    visitor = account.sub ?? account.email.toLowerCase()
    accounts.set(visitor, account)
  }
  const client = {
    client_secret: CLIENT.clientSecret,
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'client_secret_post',
  }
  const provider = new Provider(issuer, {
    clients: [
      { ...client, client_id: CLIENT.clientId, require_auth_time: true },
      { ...client, client_id: SILENT_CLIENT.clientId },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ ...accounts.get(id), sub: id }),
    }),
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  })
  const handle = provider.callback()
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (isDown) return request.destroy()
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    const { client_id: clientId } = (await provider.interactionDetails(request, response)).params
    const grant = new provider.Grant({ accountId: visitor, clientId })
    grant.addOIDCScope('openid email')
    const ts = accounts.get(visitor)?.signedInAt
    const login = { accountId: visitor, ...(ts && { ts }) }
    const result = { login, consent: { grantId: await grant.save() } }
    return provider.interactionFinished(request, response, result)
  }
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  afterAll(stop)
  return {
    issuer,
    stop,
    /** Signs this account in when the next visitor comes. */
    welcome,
    setDown(down: boolean) {
      isDown = down
    },
    /** Follows the issuer's pages like a browser, and returns the query of the redirect back to the service. */
    async visit(url: string, account: Account): Promise<string> {
      welcome(account)
      const cookies = new Map<string, string>()
      let next = url
      while (!next.startsWith(redirectUri)) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (!location) throw new Error(`${next} answered ${response.status}: ${await response.text()}`)
        next = new URL(location, issuer).href
      }
      return new URL(next).search.slice(1)
    },
  }
}
