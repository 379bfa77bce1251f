import { randomBytes, randomInt } from 'node:crypto'
import { DIGITS_PATTERN } from '@counterfoil/contract/counter/code-pattern.ts'

/** The characters of Crockford's base 32 are alphanumeric for a QR code, which keeps the picture coarse. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Tells it from the QR code of a dispensed code. */
const PREFIX = 'CF1'
/** 26 characters of 5 bits each have 128 random bits, and two to spare. */
const CHARACTERS = 26
const DIGITS = new RegExp(DIGITS_PATTERN)

export function newCode(): string {
  const symbols = Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte & 31])
  return PREFIX + symbols.join('')
}

export function newDigits(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

export function isDigits(code: string): boolean {
  return DIGITS.test(code)
}
