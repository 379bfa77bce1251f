/** PKCS #8 PEM (`BEGIN PRIVATE KEY`) or a private JWK. */
export type PrivateKey = string | { kty?: string; crv?: string; kid?: string; [member: string]: unknown }

export type PublishedKey = { kty: string; kid: string; alg: string; use: 'sig'; [member: string]: unknown }

export type SigningKey = {
  kid: string
  alg: string
  published: PublishedKey
  sign(input: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
}

type Algorithm = {
  alg: string
  kty: string
  crv?: string
  params: { name: string; hash?: string; namedCurve?: string }
}

const ALGORITHMS: Algorithm[] = [
  { alg: 'RS256', kty: 'RSA', params: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } },
  { alg: 'ES256', kty: 'EC', crv: 'P-256', params: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } },
  { alg: 'EdDSA', kty: 'OKP', crv: 'Ed25519', params: { name: 'Ed25519' } },
]
/** The public members of each key type, in the order of RFC 7638. */
const PUBLIC_MEMBERS: Record<string, string[]> = {
  RSA: ['e', 'kty', 'n'],
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
}

export async function importSigningKey(privateKey: PrivateKey): Promise<SigningKey> {
  const { key, algorithm } =
    typeof privateKey === 'string' ? await importPem(privateKey) : await importJwk(privateKey)
  const exported = (await crypto.subtle.exportKey('jwk', key)) as Record<string, unknown>
  const { alg, kty, params } = algorithm
  const members = Object.fromEntries((PUBLIC_MEMBERS[kty] ?? []).map((name) => [name, exported[name]]))
  const kid = (typeof privateKey === 'object' && privateKey.kid) || (await thumbprint(members))
  return {
    kid,
    alg,
    published: { ...members, kty, kid, alg, use: 'sig' },
    sign: async (input) => new Uint8Array(await crypto.subtle.sign(params, key, input)),
  }
}

async function importJwk(
  jwk: Exclude<PrivateKey, string>,
): Promise<{ key: CryptoKey; algorithm: Algorithm }> {
  const algorithm = ALGORITHMS.find(({ kty, crv }) => kty === jwk.kty && crv === jwk.crv)
  if (!algorithm) throw new TypeError('A key must be RSA, P-256 or Ed25519')
  if (typeof jwk.d !== 'string')
    throw new TypeError('A key in `keys` is not private: the member "d" is missing')
  // `alg`, `use` and `key_ops` are left out: they may restrict the key to something other than signing.
  const { alg: _alg, use: _use, key_ops: _operations, ...material } = jwk
  return { key: await crypto.subtle.importKey('jwk', material, algorithm.params, true, ['sign']), algorithm }
}

async function importPem(pem: string): Promise<{ key: CryptoKey; algorithm: Algorithm }> {
  const base64 = /-----BEGIN PRIVATE KEY-----([\s\S]+?)-----END PRIVATE KEY-----/.exec(pem)?.[1]
  if (!base64) {
    throw new TypeError(
      'A key in `keys` is not PKCS #8 PEM (BEGIN PRIVATE KEY). Convert it: openssl pkcs8 -topk8 -nocrypt -in key.pem',
    )
  }
  const der = Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0))
  for (const algorithm of ALGORITHMS) {
    try {
      const key = await crypto.subtle.importKey('pkcs8', der, algorithm.params, true, ['sign'])
      return { key, algorithm }
    } catch {
      // The key is of another type.
    }
  }
  throw new TypeError('A key must be RSA, P-256 or Ed25519')
}

/** RFC 7638: the same key always gets the same `kid`. */
async function thumbprint(members: Record<string, unknown>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(members)))
  const binary = Array.from(new Uint8Array(digest), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
