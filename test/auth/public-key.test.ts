import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { publicKeyIssues, readKeySet } from '../../src/domain/partners/public-key.ts'
import { WEAK_RSA } from '../support/weak-rsa.ts'

test.each(Object.entries(WEAK_RSA))('refused as a JWK, as a PEM and in a key set: %s', (_name, jwk) => {
  const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }) as string
  for (const key of [jwk, pem])
    expect(publicKeyIssues('/publicKey', key)[0]?.message).toMatch(/^is a weak RSA key: /)
  expect(readKeySet({ keys: [{ ...jwk, kid: 'weak', use: 'sig' }] })).toEqual([])
})

test.each([3, 17, 65_537])(
  'accepted: an RSA key with the exponent %d, in a key set that also has a weak key',
  (publicExponent) => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent })
    const jwk = publicKey.export({ format: 'jwk' })
    expect(publicKeyIssues('/publicKey', jwk)).toEqual([])
    const set = readKeySet({ keys: [WEAK_RSA.exponentOne, { ...jwk, kid: 'good' }] })
    expect(set?.map(({ kid }) => kid)).toEqual(['good'])
  },
)
