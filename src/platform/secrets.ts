import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts the secrets of partners and authenticator apps and the cookies of known devices, and hashes PINs and codes. Each
 * use has its own key, derived from `SECRETS_KEY`. During a rotation there are two master keys: both can decrypt and
 * match, and the one that the database names is used for writing.
 */
export type Vault = {
  /** Encrypts with AES-256-GCM, bound to `owner`: a sealed value that is moved to another row does not open. */
  seal(owner: string, plaintext: string): Buffer
  open(owner: string, sealed: Uint8Array): string
  /** Hashes are bound to the outlet: equal PINs of two outlets have different hashes. */
  hashPin(outletId: string, pin: string): Buffer
  pinMatches(outletId: string, pin: string, hash: Uint8Array): boolean
  /** A keyed hash (HMAC-SHA-256) of a text, for one use. */
  hash(use: HashUse, text: string): Buffer
  /** The hash under each key, to compare with a hash that was made before or during a rotation. */
  hashes(use: HashUse, text: string): Buffer[]
  /** Identifies the key of SECRETS_KEY without revealing it. */
  fingerprint: Buffer
  /** Identifies the key of SECRETS_KEY_PREVIOUS; null outside of a rotation. */
  previousFingerprint: Buffer | null
  /** The key that `seal` and `hashPin` use. Callers store this id beside the result. */
  readonly keyId: string
  keyIds: string[]
  /** Makes the key with this fingerprint the one for writing. Returns false if we do not have it. */
  writeWith(fingerprint: Buffer): boolean
}

/** A code that a phone shows at the counter; the id of a redemption, for its verification code. */
const HASH_USES = ['counter codes', 'verification codes'] as const
type HashUse = (typeof HASH_USES)[number]

type Key = ReturnType<typeof deriveKey>

export function createVault(secretsKey: Buffer, previousSecretsKey: Buffer | null = null): Vault {
  const current = deriveKey(secretsKey)
  const previous = previousSecretsKey && deriveKey(previousSecretsKey)
  const keys: Key[] = previous ? [current, previous] : [current]
  let writing = current
  return {
    seal: (owner, plaintext) => writing.seal(owner, plaintext),
    open(owner, sealed) {
      if (!previous) return current.open(owner, sealed)
      try {
        return current.open(owner, sealed)
      } catch {
        return previous.open(owner, sealed)
      }
    },
    hashPin: (outletId, pin) => writing.hashPin(outletId, pin),
    pinMatches: (outletId, pin, hash) =>
      keys.some((key) => timingSafeEqual(key.hashPin(outletId, pin), hash)),
    hash: (use, text) => writing.hash(use, text),
    hashes: (use, text) => keys.map((key) => key.hash(use, text)),
    fingerprint: current.fingerprint,
    previousFingerprint: previous?.fingerprint ?? null,
    get keyId() {
      return writing.id
    },
    keyIds: keys.map(({ id }) => id),
    writeWith(fingerprint) {
      const named = keys.find((key) => key.fingerprint.equals(fingerprint))
      if (named) writing = named
      return named !== undefined
    },
  }
}

/** Short enough for people to compare, long enough that no two keys of a database share it. */
export function keyIdOf(fingerprint: Buffer): string {
  return fingerprint.toString('hex', 0, 4)
}

function deriveKey(secretsKey: Buffer) {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', secretsKey, '', `counterfoil ${use}`, KEY_BYTES))
  const sealKey = derive('partner secrets')
  // The key is imported once, because `createHmac` would import a Buffer again for every PIN.
  const pinKey = createSecretKey(derive('outlet pins'))
  const hashKeys = Object.fromEntries(HASH_USES.map((use) => [use, derive(use)])) as Record<HashUse, Buffer>
  const fingerprint = derive('key check')
  return {
    id: keyIdOf(fingerprint),
    fingerprint,
    seal(owner: string, plaintext: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(owner: string, sealed: Uint8Array): string {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return (
        decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      )
    },
    hash: (use: HashUse, text: string): Buffer => createHmac('sha256', hashKeys[use]).update(text).digest(),
    hashPin: (outletId: string, pin: string): Buffer =>
      createHmac('sha256', pinKey).update(`${outletId}:${pin}`).digest(),
  }
}

/** The key of an embedded database: created once, stored next to it, readable by its owner only. */
export async function loadOrCreateSecretsKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'secrets.key')
  await mkdir(dataDir, { recursive: true })
  // The key is published by a link, so that it is complete or absent: half a key, left by a killed process, would decrypt
  // nothing.
  const draft = `${path}.${process.pid}`
  const file = await open(draft, 'w', 0o600)
  await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`)
  await file.sync()
  await file.close()
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`${path} does not contain 32 bytes of base64`)
  return key
}
