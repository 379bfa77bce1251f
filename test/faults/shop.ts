import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A partner, a merchant and an outlet, created over HTTP on a node in another process. */
export type Shop = { merchantId: string; outletId: string; mint(user: string): string }

export const ADMIN_KEY = 'an-admin-key-of-the-environment'
export const PIN = '4711'

// biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the body
export type Body = any

export function originOf(port: number): string {
  return `http://127.0.0.1:${port}`
}

/** Calls the back office; throws unless it succeeds. */
export async function callAdmin(origin: string, path: string, body: object = {}): Promise<Body> {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

export async function openShop(origin: string): Promise<Shop> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = 'https://crash.example.com'
  await callAdmin(origin, '/admin/partners', {
    ...{ slug: 'crash', name: 'Crash', displayName: 'Crash', logoPath: 'https://example.com/logo.png' },
    jwtIssuer: issuer,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
  })
  const shop = { name: 'Shop', slug: 'shop', category: 'F_AND_B' }
  const merchant = await callAdmin(origin, '/admin/merchants', shop)
  const outlet = await callAdmin(origin, `/admin/merchants/${merchant.id}/outlets`, {
    ...{ name: 'Outlet', addressLine: '1 Market Street', city: 'Ipoh', countryCode: 'MY', pin: PIN },
  })
  const mint = (sub: string) => tokenOf({ iss: issuer, sub }, privateKey)
  return { merchantId: merchant.id, outletId: outlet.id, mint }
}

function tokenOf(claims: object, key: KeyObject): string {
  const seconds = Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const input = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ ...claims, iat: seconds, exp: seconds + 3600 })}`
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

export type VoucherTerms = {
  title: string
  redemptionCount: number
  globalRedemptionCap?: number
  codeSource?: 'MANUAL' | 'AUTO'
  cycle?: 'MONTHLY' | 'BIWEEKLY'
}

/** A live voucher. `codes` fill the pool of a MANUAL voucher. */
export async function publishVoucher(
  origin: string,
  { merchantId }: Shop,
  terms: VoucherTerms,
  codes: string[] = [],
): Promise<string> {
  const { id } = await callAdmin(origin, `/admin/merchants/${merchantId}/vouchers`, {
    ...{ imagePath: 'https://example.com/offer.jpg', claimFlow: 'INSTANT' },
    ...terms,
  })
  if (codes.length > 0) await callAdmin(origin, `/admin/vouchers/${id}/codes`, { codes })
  await callAdmin(origin, `/admin/vouchers/${id}/publish`)
  return id
}
