/** Crockford's base 32 has no characters that look alike, so a code can be read out at a counter. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_BYTES = 12

/** Encodes 60 bits of the bytes, for example as `7K3M-Q2XD-9RTV`. */
export function codeFromBytes(bytes: Uint8Array): string {
  const symbols = Array.from(bytes.subarray(0, CODE_BYTES), (byte) => ALPHABET[byte & 31])
  return [0, 4, 8].map((start) => symbols.slice(start, start + 4).join('')).join('-')
}

/**
 * The forms in which a code could be stored: as typed, in upper case, or as a generated code with other separators and
 * with the letters that Crockford's base 32 reads as digits.
 */
export function spellingsOfCode(typed: string): string[] {
  const upper = typed.toUpperCase()
  const symbols = upper.replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  const generated = /^(....)(....)(....)$/.exec(symbols)?.slice(1).join('-')
  return [...new Set([typed, upper, ...(generated === undefined ? [] : [generated])])]
}
