import { expect, test } from 'vitest'
import type { LoadedFacts, OutletRow, VoucherRow } from '../../src/domain/redemptions/engine/facts-queries.ts'
import { emptyTerms, mergeTerms, openTermsCache } from '../../src/domain/redemptions/engine/terms.ts'

const VOUCHER = { validFrom: '2026-11-15T08:00:00+08:00', validUntil: null } as VoucherRow
const OUTLET = { latitude: 3.15, longitude: 101.7, pinHash: null } as OutletRow

function loaded(version: number, vouchers: string[], outlets: string[] = []): LoadedFacts {
  return {
    version,
    vouchers: Object.fromEntries(vouchers.map((id) => [id, { ...VOUCHER, id }])),
    outlets: Object.fromEntries(outlets.map((id) => [id, { ...OUTLET, id }])),
    ...{ supplies: {}, requests: [], attempts: {} },
  }
}

test('terms of the same version accumulate', () => {
  const cache = openTermsCache()
  cache.update(cache.current(), loaded(7, ['tea'], ['north']))
  const terms = cache.update(cache.current(), loaded(7, ['kopi']))
  expect([...terms.vouchers.keys(), ...terms.outlets.keys()]).toEqual(['tea', 'kopi', 'north'])
  expect(cache.current()).toBe(terms)
})

test('a new version drops all older terms', () => {
  const cache = openTermsCache()
  const before = cache.update(cache.current(), loaded(7, ['tea'], ['north']))
  const after = cache.update(cache.current(), loaded(8, ['kopi']))
  expect([...after.vouchers.keys(), ...after.outlets.keys()]).toEqual(['kopi'])
  // A batch that is still deciding with the old terms finds them unchanged.
  expect([...before.vouchers.keys()]).toEqual(['tea'])
})

test('terms that are older than the cached ones are used for their own batch but not cached', () => {
  const cache = openTermsCache()
  const known = cache.current()
  const newer = cache.update(known, loaded(8, ['kopi']))
  const overtaken = cache.update(known, loaded(7, ['tea']))
  expect(overtaken.version).toBe(7)
  expect([...overtaken.vouchers.keys()]).toEqual(['tea'])
  expect(cache.current()).toBe(newer)
})

test('beyond the maximum the cache starts again from empty', () => {
  const cache = openTermsCache(2)
  cache.update(cache.current(), loaded(7, ['tea', 'kopi'], ['north']))
  expect(cache.current()).toEqual(emptyTerms())
  cache.update(cache.current(), loaded(7, ['milo']))
  expect([...cache.current().vouchers.keys()]).toEqual(['milo'])
})

test('rows become terms: times, the position, the PIN', () => {
  const { vouchers, outlets } = mergeTerms(emptyTerms(), {
    ...loaded(1, ['tea'], ['north']),
    outlets: {
      north: { ...OUTLET, pinHash: Buffer.from('hash').toString('base64') },
      south: { ...OUTLET, longitude: null },
      east: { ...OUTLET, pinHash: Buffer.from('hash').toString('base64'), redeemBy: 'QR' },
    },
  })
  expect(vouchers.get('tea')).toMatchObject({ validFrom: new Date('2026-11-15T00:00:00Z'), validUntil: null })
  expect(outlets.get('north')).toMatchObject({
    hasPin: true,
    pinHash: Buffer.from('hash'),
    position: { latitude: 3.15, longitude: 101.7 },
  })
  expect(outlets.get('south')).toMatchObject({ hasPin: false, pinHash: null, position: null })
  // An outlet that takes codes only does not use its PIN.
  expect(outlets.get('east')).toMatchObject({ hasPin: false, redeemBy: 'QR' })
})
