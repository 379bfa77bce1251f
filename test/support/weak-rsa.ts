import { generateKeyPairSync, getDiffieHellman } from 'node:crypto'

type RsaJwk = { kty: 'RSA'; n: string; e: string }

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
const jwk = (changes: Partial<RsaJwk>): RsaJwk => ({ kty: 'RSA', n, e, ...changes })

/** RSA keys of 2048 bits or more under which anybody can sign, or nobody should. */
export const WEAK_RSA = {
  exponentOne: jwk({ e: textOf(1n) }),
  evenExponent: jwk({ e: textOf(65_536n) }),
  hugeExponent: jwk({ e: textOf((1n << 256n) + 1n) }),
  evenModulus: jwk({ n: textOf(numberOf(n) - 1n) }),
  smallFactor: jwk({ n: textOf(oddMultipleOf(751n, numberOf(n))) }),
  primeModulus: jwk({ n: getDiffieHellman('modp14').getPrime().toString('base64url') }),
  longPrimeModulus: jwk({ n: getDiffieHellman('modp16').getPrime().toString('base64url') }),
}

function oddMultipleOf(factor: bigint, modulus: bigint): bigint {
  const multiple = modulus - (modulus % factor)
  return multiple % 2n === 0n ? multiple - factor : multiple
}

function numberOf(base64url: string): bigint {
  return BigInt(`0x${Buffer.from(base64url, 'base64url').toString('hex')}`)
}

function textOf(value: bigint): string {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url')
}
