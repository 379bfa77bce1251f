import { expect, test } from 'vitest'
import { TokenCache, type VerifiedToken } from '../../src/api/auth/token-cache.ts'
import type { PartnerEntry } from '../../src/domain/actors/partner.ts'

function verified(partnerId: string, text: string): VerifiedToken {
  const claims = { externalUserId: text, email: text, displayName: text, exp: 0, iat: null, nbf: null }
  return { partner: { id: partnerId } as PartnerEntry, keyIdentity: 'k', claims }
}

test('the limit is in bytes: long texts evict more entries', () => {
  const [short, long] = [new TokenCache(), new TokenCache()]
  for (let i = 0; i < 50_000; i += 1) {
    short.set(`${i}`, verified('a', 'u'))
    long.set(`${i}`, verified('a', 'u'.repeat(200)))
  }
  expect(short.size).toBeLessThan(40_000)
  expect(short.size).toBeGreaterThan(20_000)
  expect(long.size).toBeLessThan(11_000)
})

test('the least recently used token is evicted first', () => {
  const cache = new TokenCache()
  for (let i = 0; i < 20_000; i += 1) {
    cache.set(`${i}`, verified('a', 'u'.repeat(100)))
    cache.get('0')
  }
  expect(cache.get('0')).not.toBeNull()
  expect(cache.get('1')).toBeNull()
})

test('deleteOf removes the tokens of one partner', () => {
  const cache = new TokenCache()
  cache.set('1', verified('a', 'u'))
  cache.set('2', verified('b', 'u'))
  cache.deleteOf('a')
  expect([cache.get('1'), cache.size]).toEqual([null, 1])
})

test('adding the same token again takes no more memory', () => {
  const cache = new TokenCache()
  for (let i = 0; i < 100_000; i += 1) cache.set('1', verified('a', 'u'.repeat(100)))
  cache.set('2', verified('a', 'u'))
  expect(cache.size).toBe(2)
})
