import { hash } from 'node:crypto'
import { RecentlyUsed } from '../../platform/recently-used.ts'

/** A merchant by its number. `distance` is null if no outlet has a position, and undefined if it was not requested. */
export type Listed = { number: number; distance?: number | null }

/** `head` is the JSON before `favorited`, which depends on the user; `tail` is the JSON after it. */
export type MerchantText = { head: string; tail: string }

const FAVORITED = ',"favorited":'
const DISTANCE = ',"distanceMeters":'
/** Space for the longest possible distance, a brace and a comma. */
const MAX_EXTRA_BYTES = '20015115},'.length
/** How many 32-bit words of each merchant's SHA-1 are kept. 64 bits are enough to tell two states of a list apart. */
const HASH_WORDS = 2
/** Of the pages that are kept, in each language. */
const MAX_BYTES_OF_PAGES = 4 * 1024 * 1024
const [COMMA, ZERO, OPEN_BRACKET, CLOSE_BRACKET, CLOSE_BRACE] = [...Buffer.from(',0[]}')] as [
  number,
  number,
  number,
  number,
  number,
]

/**
 * The JSON of every merchant, as seen by users who have not favorited it, in one contiguous buffer. A page picks a few
 * of many thousand merchants; objects scattered over the heap would cost a cache miss each.
 */
export class MerchantJson {
  /** Each merchant's JSON up to its distance, without the closing brace. */
  #bytes: Buffer
  /** Where each merchant starts, and where the last one ends. */
  #starts: Uint32Array
  /** The offset of each merchant's `false` of `favorited`. */
  #favoritedAt: Uint32Array
  /** A hash of each merchant's bytes, computed on first use: hashing all of them at once would block requests. */
  #hashes: Int32Array
  #isHashed: Uint8Array
  /** By their digests: most users look at the same first pages. */
  readonly #pages = new RecentlyUsed<Buffer>(MAX_BYTES_OF_PAGES)

  constructor(merchants: readonly MerchantText[]) {
    const texts = merchants.map(wholeText)
    this.#starts = new Uint32Array(texts.length + 1)
    this.#favoritedAt = new Uint32Array(texts.length)
    for (const [i, { head }] of merchants.entries()) {
      const start = this.#starts[i] as number
      this.#favoritedAt[i] = start + Buffer.byteLength(head) + FAVORITED.length
      this.#starts[i + 1] = start + Buffer.byteLength(texts[i] as string)
    }
    this.#bytes = Buffer.allocUnsafe(this.#starts.at(-1) as number)
    for (const [i, text] of texts.entries()) this.#bytes.write(text, this.#starts[i] as number)
    this.#hashes = new Int32Array(texts.length * HASH_WORDS)
    this.#isHashed = new Uint8Array(texts.length)
  }

  /** Returns the same merchants with other texts for some of them, by number. The bytes of all others are copied. */
  replacing(texts: ReadonlyMap<number, MerchantText>): MerchantJson {
    const count = this.#favoritedAt.length
    const replaced = new MerchantJson([])
    replaced.#starts = new Uint32Array(count + 1)
    replaced.#favoritedAt = new Uint32Array(count)
    replaced.#hashes = new Int32Array(count * HASH_WORDS)
    replaced.#isHashed = new Uint8Array(count)
    for (let i = 0; i < count; i += 1) {
      const [start, text] = [replaced.#starts[i] as number, texts.get(i)]
      const offset = text
        ? Buffer.byteLength(text.head) + FAVORITED.length
        : (this.#favoritedAt[i] as number) - (this.#starts[i] as number)
      replaced.#favoritedAt[i] = start + offset
      replaced.#starts[i + 1] = start + (text ? Buffer.byteLength(wholeText(text)) : this.#lengthOf(i))
    }
    replaced.#bytes = Buffer.allocUnsafe(replaced.#starts[count] as number)
    for (let i = 0; i < count; i += 1) {
      const [start, text] = [replaced.#starts[i] as number, texts.get(i)]
      if (text) replaced.#bytes.write(wholeText(text), start)
      else this.#bytes.copy(replaced.#bytes, start, this.#starts[i], this.#starts[i + 1])
    }
    return replaced
  }

  /** The JSON of one merchant, without its closing brace. */
  one(number: number, favorited: boolean): Buffer {
    const bytes = Buffer.allocUnsafe(this.#lengthOf(number))
    return bytes.subarray(0, this.#copy(number, favorited, false, bytes, 0))
  }

  /** Like `list`, for a page that other users will ask for, too: it is written once. `digest` is that of the page. */
  sharedList(digest: string, all: readonly Listed[], favorites: ReadonlySet<number>): Buffer {
    const known = this.#pages.get(digest)
    if (known) return known
    const page = this.list(all, favorites)
    this.#pages.set(digest, page, page.length)
    return page
  }

  list(all: readonly Listed[], favorites: ReadonlySet<number>): Buffer {
    let maxBytes = '[]'.length
    for (const { number } of all) maxBytes += this.#lengthOf(number) + MAX_EXTRA_BYTES
    const bytes = Buffer.allocUnsafe(maxBytes)
    bytes[0] = OPEN_BRACKET
    let end = 1
    for (const { number, distance } of all) {
      end = this.#copy(number, favorites.has(number), distance !== undefined, bytes, end)
      if (distance === null) end += bytes.write('null', end)
      else if (distance !== undefined) end = writeDigits(Math.round(distance), bytes, end)
      bytes[end] = CLOSE_BRACE
      bytes[end + 1] = COMMA
      end += 2
    }
    // The bracket overwrites the last comma.
    if (all.length > 0) end -= 1
    bytes[end] = CLOSE_BRACKET
    return bytes.subarray(0, end + 1)
  }

  /** A 64-bit hash of everything that `list` would write, combined from the merchants' hashes. */
  digest(all: readonly Listed[], favorites: ReadonlySet<number>): string {
    let [low, high] = [0, 1]
    for (const { number, distance } of all) {
      this.#ensureHash(number)
      const away = distance === undefined ? -2 : distance === null ? -1 : Math.round(distance)
      low = mix(low ^ (this.#hashes[number * HASH_WORDS] as number), away)
      high = mix(high ^ (this.#hashes[number * HASH_WORDS + 1] as number), favorites.has(number) ? ~low : low)
    }
    return `${(low >>> 0).toString(36)}-${(high >>> 0).toString(36)}`
  }

  #copy(number: number, favorited: boolean, withDistance: boolean, to: Buffer, at: number): number {
    const start = this.#starts[number] as number
    const end = (this.#starts[number + 1] as number) - (withDistance ? 0 : DISTANCE.length)
    if (!favorited) return at + this.#bytes.copy(to, at, start, end)
    const favoritedAt = this.#favoritedAt[number] as number
    let next = at + this.#bytes.copy(to, at, start, favoritedAt)
    next += to.write('true', next)
    return next + this.#bytes.copy(to, next, favoritedAt + 'false'.length, end)
  }

  #lengthOf(number: number): number {
    return (this.#starts[number + 1] as number) - (this.#starts[number] as number)
  }

  #ensureHash(number: number): void {
    if (this.#isHashed[number]) return
    const bytes = this.#bytes.subarray(this.#starts[number], this.#starts[number + 1])
    const digest = hash('sha1', bytes, 'buffer')
    for (let word = 0; word < HASH_WORDS; word += 1) {
      this.#hashes[number * HASH_WORDS + word] = digest.readInt32LE(4 * word)
    }
    this.#isHashed[number] = 1
  }
}

function wholeText({ head, tail }: MerchantText): string {
  return `${head}${FAVORITED}false${tail}${DISTANCE}`
}

/** Mixes both into 32 bits with the finalizer of MurmurHash3: a change of one bit flips about half of them. */
function mix(a: number, b: number): number {
  let mixed = Math.imul(a, 0x9e3779b1) ^ b
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** Writes a non-negative integer, ten times faster than by way of a string. */
function writeDigits(value: number, to: Buffer, at: number): number {
  let end = at + 1
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) end += 1
  let rest = value
  for (let i = end - 1; i >= at; i -= 1) {
    to[i] = ZERO + (rest % 10)
    rest = Math.floor(rest / 10)
  }
  return end
}
