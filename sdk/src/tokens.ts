import { importSigningKey, type PrivateKey, type PublishedKey, type SigningKey } from './signing-key.ts'

export type TokenOptions = {
  /** The issuer that you registered. */
  issuer: string
  /** Required if you registered an audience. */
  audience?: string
  /** PKCS #8 PEM or private JWKs (RSA, P-256 or Ed25519). The first one signs; all of them are published. */
  keys: readonly PrivateKey[]
  /** For tests: the clock. */
  now?: () => Date
}

export type TokenUser = { externalUserId: string; email?: string; displayName?: string }

export type Tokens = {
  /** A JWT for the webview and the consumer routes. `expiresIn` is in seconds; one hour by default. */
  mint(user: TokenUser | string, options?: { expiresIn?: number }): Promise<string>
  /** The public keys. Serve them as JSON at your JWKS URL. */
  jwks(): Promise<{ keys: PublishedKey[] }>
  /**
   * Publishes a new key at once, and signs with it after 30 seconds. Returns its `kid`. Older keys stay published, since
   * their tokens are still valid. Every process that mints tokens or serves the JWKS needs the new key.
   */
  rotate(newKey: PrivateKey): Promise<string>
}

/** The service fetches a JWKS again at most every 30 seconds: until then, it may refuse the new key. */
const PUBLICATION_MS = 30_000
const DEFAULT_LIFETIME_SECONDS = 3600

type ScheduledKey = { key: Promise<SigningKey>; signsFromMs: number }

export function tokens({ issuer, audience, keys, now = () => new Date() }: TokenOptions): Tokens {
  if (keys.length === 0) throw new TypeError('tokens needs at least one private key in `keys`')
  // A key that cannot be imported fails every call, not the process.
  const importQuietly = (key: PrivateKey) => {
    const imported = importSigningKey(key)
    imported.catch(() => {})
    return imported
  }
  // The newest key that may sign comes first, so the first key of the options comes before the others.
  const scheduled: ScheduledKey[] = keys.map((key) => ({ key: importQuietly(key), signsFromMs: 0 }))

  return {
    async mint(user, { expiresIn = DEFAULT_LIFETIME_SECONDS } = {}) {
      const { externalUserId, ...profile } = typeof user === 'string' ? { externalUserId: user } : user
      const nowMs = now().getTime()
      const current = scheduled.find(({ signsFromMs }) => signsFromMs <= nowMs)
      const { kid, alg, sign } = await (current as ScheduledKey).key
      const iat = Math.floor(nowMs / 1000)
      const { email, displayName } = profile as Partial<TokenUser>
      const claims = {
        iss: issuer,
        aud: audience,
        sub: externalUserId,
        iat,
        exp: iat + expiresIn,
        email,
        displayName,
      }
      const input = `${encode({ alg, typ: 'JWT', kid })}.${encode(claims)}`
      return `${input}.${base64url(await sign(new TextEncoder().encode(input)))}`
    },
    async jwks() {
      return { keys: (await Promise.all(scheduled.map(({ key }) => key))).map(({ published }) => published) }
    },
    async rotate(newKey) {
      const key = await importSigningKey(newKey)
      scheduled.unshift({ key: Promise.resolve(key), signsFromMs: now().getTime() + PUBLICATION_MS })
      return key.kid
    },
  }
}

function encode(value: object): string {
  return base64url(new TextEncoder().encode(JSON.stringify(value)))
}

function base64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
