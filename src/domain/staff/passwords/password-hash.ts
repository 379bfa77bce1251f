import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { FairPlaces } from '../../../platform/fair-places.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import type { Runtime } from '../../../platform/runtime.ts'

export type PasswordCosts = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>

/** OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane. */
const COSTS: PasswordCosts = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
/** Hashes run in the thread pool, whose four threads also serve files and DNS. */
const MAX_HASHES_AT_ONCE = 2
/** The number of hashes for strangers at one address, running and waiting. More attempts at once are refused anyway. */
const MAX_PLACES_OF_ADDRESS = 10
/**
 * Addresses take turns. If 20 addresses flood us, another one waits for 20 hashes: about a second of the five that it has.
 */
const MAX_PLACES_OF_STRANGERS = 20 * MAX_PLACES_OF_ADDRESS

const derive = promisify(argon2)

/**
 * The one who waits for a hash. Those with the same key wait for each other. Strangers have a limited number of places.
 * Members on a known device, with a session or with a link always have a place, because other limits bound their number.
 */
export type HashTurn = { key: string; isStranger: boolean }

export type PasswordsDeps = Runtime & { passwords: PasswordHasher }

/** Hashes passwords with argon2id, a few at once and never on the event loop. */
export class PasswordHasher {
  /** The number of hashes that were computed. */
  hashCount = 0
  readonly #places = new FairPlaces({
    atOnce: MAX_HASHES_AT_ONCE,
    perKey: MAX_PLACES_OF_ADDRESS,
    inAll: MAX_PLACES_OF_STRANGERS,
  })
  readonly #costs: PasswordCosts

  /** Tests pass lower costs. */
  constructor(costs = COSTS) {
    this.#costs = costs
  }

  async hash(password: string, turn: HashTurn): Promise<string | Refusal> {
    const salt = randomBytes(SALT_BYTES)
    const tag = await this.#derive(turn, password, { salt, costs: this.#costs, length: TAG_BYTES })
    return tag instanceof Refusal ? tag : phcString(this.#costs, salt, tag)
  }

  /** Computes a hash even if none is stored, so that both cases take the same time. */
  async verify(password: string, stored: string | null, turn: HashTurn): Promise<boolean | Refusal> {
    const { costs, salt, tag } = stored === null ? decoy(this.#costs) : parsePhcString(stored)
    const derived = await this.#derive(turn, password, { salt, costs, length: tag.length })
    if (derived instanceof Refusal) return derived
    return timingSafeEqual(derived, tag) && stored !== null
  }

  async #derive(
    { key, isStranger }: HashTurn,
    password: string,
    { salt, costs, length }: { salt: Buffer; costs: PasswordCosts; length: number },
  ): Promise<Buffer | Refusal> {
    const work = () => {
      this.hashCount += 1
      // Normalizes the text, because keyboards differ in how they compose accented letters.
      const message = password.normalize('NFKC')
      return derive('argon2id', { message, nonce: salt, tagLength: length, ...costs })
    }
    const tag = await this.#places.run(key, work, isStranger ? 1 : 0)
    return tag instanceof Refusal ? refuse('unavailable') : tag
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
