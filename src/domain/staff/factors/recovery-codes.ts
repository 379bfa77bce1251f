import { randomBytes } from 'node:crypto'
import { hashKey } from '../../../platform/key-hash.ts'

const COUNT = 10
const GROUPS = 4
const GROUP_LENGTH = 6
/** Crockford's base 32: no I, L, O or U, which are mistaken for other characters. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Codes of 120 random bits, so that a plain hash protects them (ASVS 6.5.2): `7K3MQ2-XD9RTV-…`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const characters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte % 32]).join('')
    return (characters.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g')) ?? []).join('-')
  })
}

/** Normalizes a typed code: case, spaces, hyphens and look-alike characters do not matter. */
export function hashRecoveryCode(code: string): Buffer {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, '')
  return hashKey(plain.replaceAll('O', '0').replaceAll(/[IL]/g, '1'))
}
