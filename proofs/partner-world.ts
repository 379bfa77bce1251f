import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { until } from '../test/support/process.ts'
import { ADMIN_KEY } from './service-node.ts'

export const PIN = '4711'
export const PARTNER_SLUG = 'proof'

// biome-ignore lint/suspicious/noExplicitAny: the contract says what it is
type Body = any

/** Status 0: the connection was cut, or no response came in time. */
export type ApiResponse = {
  status: number
  body: Body
  replayed: boolean
  /** The first cookie that the response sets, without its attributes. */
  cookie: string | null
  ms: number
  timedOut: boolean
}

export type Request = {
  method?: string
  path: string
  /** The admin key unless it is named; null: the request has none. */
  token?: string | null
  key?: string
  body?: object
  headers?: Record<string, string>
}

/** Never throws, and never takes longer than `timeoutMs`. */
export async function send(origin: string, request: Request, timeoutMs: number): Promise<ApiResponse> {
  const { method = 'GET', path, token = ADMIN_KEY, key, body, headers } = request
  const started = performance.now()
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    const replayed = response.headers.get('idempotency-replayed') === 'true'
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? null
    const ms = performance.now() - started
    const parsed = isJson ? JSON.parse(text) : text
    return { status: response.status, body: parsed, replayed, cookie, ms, timedOut: false }
  } catch (error) {
    const timedOut = (error as Error).name === 'TimeoutError'
    return { status: 0, body: null, replayed: false, cookie: null, ms: performance.now() - started, timedOut }
  }
}

export type World = {
  /** The secret is the one that its webhooks are signed with at first. */
  partner: { id: string; secret: string }
  merchants: { id: string; outletId: string }[]
  /** A token of this user that is valid for an hour. */
  tokenOf(user: string): string
  admin(method: string, path: string, body?: object): Promise<Body>
  /** Publishes a voucher of the first merchant. */
  offer(title: string, settings: object, codes?: string[]): Promise<string>
}

/** Creates a partner with a webhook endpoint, and merchants with one outlet each. */
export async function openWorld(origin: string, webhookUrl: string, merchantCount: number): Promise<World> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = 'https://proof.example.com'
  const admin: World['admin'] = async (method, path, body = {}) => {
    const { status, body: response } = await send(origin, { method, path, body }, 30_000)
    if (status < 200 || status > 299)
      throw new Error(`${path} answered ${status}: ${JSON.stringify(response)}`)
    return response
  }
  const partner = await admin('POST', '/admin/partners', {
    ...{ slug: PARTNER_SLUG, name: 'Proof', displayName: 'Proof', logoPath: 'https://example.com/logo.png' },
    ...{ jwtIssuer: issuer, webhookUrl, publicKey: publicKey.export({ type: 'spki', format: 'pem' }) },
  })
  const merchants: World['merchants'] = []
  for (let n = 0; n < merchantCount; n += 1) merchants.push(await createMerchant(admin, `shop-${n}`))
  const tokens = new Map<string, string>()
  return {
    partner,
    admin,
    merchants,
    tokenOf(user) {
      const known = tokens.get(user)
      if (known) return known
      const token = mint({ iss: issuer, sub: user }, privateKey)
      tokens.set(user, token)
      return token
    },
    offer: offerOf(admin, () => merchants[0]?.id),
  }
}

/** The same partner and users, with a further merchant as the only one. It is created in the newest cell. */
export async function openShop(world: World, slug: string): Promise<World> {
  const merchant = await createMerchant(world.admin, slug)
  return { ...world, merchants: [merchant], offer: offerOf(world.admin, () => merchant.id) }
}

async function createMerchant(admin: World['admin'], slug: string): Promise<World['merchants'][number]> {
  const { id } = await admin('POST', '/admin/merchants', { name: slug, slug, category: 'F_AND_B' })
  const outlet = await admin('POST', `/admin/merchants/${id}/outlets`, {
    ...{ name: 'Outlet', addressLine: '1 Market Street', city: 'Ipoh', countryCode: 'MY', pin: PIN },
  })
  return { id, outletId: outlet.id }
}

function offerOf(admin: World['admin'], merchantId: () => string | undefined): World['offer'] {
  return async (title, settings, codes) => {
    const image = 'https://example.com/offer.jpg'
    const path = `/admin/merchants/${merchantId()}/vouchers`
    const { id } = await admin('POST', path, { title, imagePath: image, ...settings })
    if (codes) await admin('POST', `/admin/vouchers/${id}/codes`, { codes })
    await admin('POST', `/admin/vouchers/${id}/publish`)
    return id
  }
}

function mint(claims: object, key: KeyObject): string {
  const seconds = Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  // Without `iat`, so that a node whose clock is behind accepts it, too.
  const input = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ ...claims, exp: seconds + 3600 })}`
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

/** Waits until this node knows the partner and the merchants: changes can take 5 s to reach other nodes. */
export async function untilKnown(origin: string, world: World): Promise<void> {
  const request = { path: `/merchants/${world.merchants.at(-1)?.id}`, token: world.tokenOf('first') }
  await until(async () => (await send(origin, request, 5000)).status === 200)
}
