import type { Vault } from './secrets.ts'

/** Crockford's base 32 has no characters that look alike, so people can read a code out. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Half of the code is the time of the redemption in seconds since then, until 2059. The other half is a keyed hash of its id. */
const EPOCH_SECONDS = Date.UTC(2025, 0, 1) / 1000
const HALF_CHARACTERS = 6
const HALF_BITS = 5 * HALF_CHARACTERS

/**
 * The code with which anybody can look up a redemption at `/verify/`, for example `0F2K7M-Q2XD9R`. It is computed from the
 * id and stored nowhere.
 */
export function verificationCode(vault: Vault, id: string): string {
  const seconds = Math.floor(timeOfId(id) / 1000) - EPOCH_SECONDS
  return `${encode(seconds)}-${encode(tagOf(vault.hash('verification codes', id)))}`
}

/** A redemption as it is shown, with its code. */
export function withVerifyCode<T extends { id: string }>(
  vault: Vault,
  redemption: T,
): T & { verifyCode: string } {
  return { ...redemption, verifyCode: verificationCode(vault, redemption.id) }
}

export type ReadVerificationCode = {
  /** The ids of redemptions with this code were made in this second. */
  from: Date
  until: Date
  /** Whether the code is that of the id. */
  matches(vault: Vault, id: string): boolean
}

/** Accepts any separators, lower case, and the letters that look like digits. Returns null if this is no such code. */
export function readVerificationCode(text: string): ReadVerificationCode | null {
  const symbols = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (symbols.length !== 2 * HALF_CHARACTERS || [...symbols].some((symbol) => !ALPHABET.includes(symbol)))
    return null
  const startMs = (decode(symbols.slice(0, HALF_CHARACTERS)) + EPOCH_SECONDS) * 1000
  const tag = decode(symbols.slice(HALF_CHARACTERS))
  return {
    from: new Date(startMs),
    until: new Date(startMs + 1000),
    matches: (vault, id) => vault.hashes('verification codes', id).some((hash) => tagOf(hash) === tag),
  }
}

/** RFC 9562: the first 48 bits of a UUIDv7 are its time in milliseconds. */
function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

function tagOf(hash: Buffer): number {
  return hash.readUInt32BE(0) >>> (32 - HALF_BITS)
}

function encode(value: number): string {
  return Array.from(
    { length: HALF_CHARACTERS },
    (_, i) => ALPHABET[(value >>> (5 * (HALF_CHARACTERS - 1 - i))) & 31],
  ).join('')
}

function decode(symbols: string): number {
  return [...symbols].reduce((value, symbol) => value * 32 + ALPHABET.indexOf(symbol), 0)
}
