import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type Refusal, refuse } from '../../platform/refusal.ts'

export type PasswordCosts = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>

/** OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane. */
const COSTS: PasswordCosts = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
/** Hashes run in the thread pool, whose four threads also serve files and DNS. */
const MAX_HASHES_AT_ONCE = 2
/** About two seconds of work. Beyond that a request would reach its deadline before its turn. */
const MAX_WAITING = 20

const derive = promisify(argon2)

/** Hashes passwords with argon2id, a few at once and never on the event loop. */
export class PasswordHasher {
  /** How many hashes were computed. */
  hashCount = 0
  #running = 0
  readonly #waiting: (() => void)[] = []
  readonly #costs: PasswordCosts

  /** Tests pass lower costs. */
  constructor(costs = COSTS) {
    this.#costs = costs
  }

  async hash(password: string): Promise<string | Refusal> {
    const salt = randomBytes(SALT_BYTES)
    const tag = await this.#derive(password, salt, this.#costs, TAG_BYTES)
    return Buffer.isBuffer(tag) ? phcString(this.#costs, salt, tag) : tag
  }

  /** Without a stored hash it computes one all the same, so that both cases take the same time. */
  async verify(password: string, stored: string | null): Promise<boolean | Refusal> {
    const { costs, salt, tag } = stored === null ? decoy(this.#costs) : parsePhcString(stored)
    const derived = await this.#derive(password, salt, costs, tag.length)
    if (!Buffer.isBuffer(derived)) return derived
    return timingSafeEqual(derived, tag) && stored !== null
  }

  async #derive(
    password: string,
    nonce: Buffer,
    costs: PasswordCosts,
    tagLength: number,
  ): Promise<Buffer | Refusal> {
    if (this.#running >= MAX_HASHES_AT_ONCE) {
      if (this.#waiting.length >= MAX_WAITING) return refuse('unavailable')
      // The finished hash hands its place over, so `#running` stays the same.
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running += 1
    }
    try {
      this.hashCount += 1
      // Keyboards differ in how they compose accented letters.
      const message = password.normalize('NFKC')
      return await derive('argon2id', { message, nonce, tagLength, ...costs })
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}

function decoy(costs: PasswordCosts) {
  return { costs, salt: randomBytes(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) }
}

/** The PHC string format stores the parameters with the hash: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<tag>`. */
function phcString({ memory, passes, parallelism }: PasswordCosts, salt: Buffer, tag: Buffer): string {
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

function parsePhcString(text: string): { costs: PasswordCosts; salt: Buffer; tag: Buffer } {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(text)
  if (!found) throw new Error('a stored password hash is malformed')
  const [, memory, passes, parallelism, salt = '', tag = ''] = found
  return {
    costs: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
