import fc from 'fast-check'
import { expect, test } from 'vitest'
import type {
  BrowseMerchantRow,
  BrowseOutletRow,
  CatalogRows,
} from '../../src/domain/catalog/browse-queries.ts'
import { listMerchants, type MerchantQuery } from '../../src/domain/catalog/merchant-listing.ts'
import { byName } from '../../src/domain/catalog/merchant-order.ts'
import { distanceToNearest, NearestIndex } from '../../src/domain/catalog/nearest.ts'
import { buildSnapshot } from '../../src/domain/catalog/snapshot.ts'
import { distanceMeters } from '../../src/platform/geo.ts'
import { Refusal } from '../../src/platform/refusal.ts'

// Compares the index and the pages with the simplest correct implementation: measure and sort everything.

type Place = { latitude: number; longitude: number }

/** Few places and many merchants, so that distances tie; some at the ends of the Earth. */
const place = fc.oneof(
  fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
  fc.constantFrom<Place>(
    { latitude: 0, longitude: 0 },
    { latitude: 0, longitude: 180 },
    { latitude: 0, longitude: -180 },
    { latitude: 90, longitude: 77 },
    { latitude: -90, longitude: 0 },
    { latitude: 3.1579, longitude: 101.7116 },
    { latitude: 3.1579, longitude: 101.7116001 },
    { latitude: -3.1579, longitude: -78.2884 },
  ),
)
const market = fc.array(fc.array(place, { maxLength: 3 }), { maxLength: 120 })

function rowsOf(merchants: Place[][]): CatalogRows {
  const idOf = (i: number) => `merchant-${String((i * 7919) % 1000).padStart(4, '0')}`
  return {
    categories: [],
    vouchers: [],
    merchants: merchants.map(
      (_, i) => ({ id: idOf(i), name: `Shop ${i % 5}`, category: 'A' }) as BrowseMerchantRow,
    ),
    outlets: merchants.flatMap((places, i) =>
      [{ latitude: null, longitude: null }, ...places].map(
        (at) => ({ merchantId: idOf(i), ...at }) as BrowseOutletRow,
      ),
    ),
  }
}

function listByMeasuring(merchants: Place[][], here: Place): string[] {
  return rowsOf(merchants)
    .merchants.map(({ id, name }, i) => ({
      id,
      name,
      distance: distanceToNearest(here, merchants[i] ?? []) ?? Infinity,
    }))
    .sort((a, b) =>
      a.distance === b.distance
        ? a.distance === Infinity
          ? byName(a, b)
          : a.id < b.id
            ? -1
            : 1
        : a.distance - b.distance,
    )
    .map(({ id }) => id)
}

function pages(merchants: Place[][], here: Place, limit?: number): string[] {
  const rows = rowsOf(merchants)
  rows.merchants.sort(byName)
  const snapshot = buildSnapshot(rows, new Date(0), 'en')
  const found: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query: MerchantQuery = { lat: here.latitude, lng: here.longitude }
    const page = listMerchants(
      snapshot,
      { scope: null, sandboxId: null },
      {
        ...query,
        ...(limit && { limit }),
        ...(cursor && { cursor }),
      },
    )
    if (page instanceof Refusal) throw new Error(page.code)
    found.push(...page.items.map(({ number }) => snapshot.merchants[number]?.id ?? ''))
    cursor = page.nextCursor
  }
  return found
}

test('nearest first equals measuring every outlet, as a whole list and in pages of any size', () => {
  fc.assert(
    fc.property(market, place, fc.integer({ min: 1, max: 30 }), (merchants, here, limit) => {
      const expected = listByMeasuring(merchants, here)
      expect(pages(merchants, here)).toEqual(expected)
      expect(pages(merchants, here, limit)).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

test('a distance equals the haversine formula where that is exact', () => {
  fc.assert(
    fc.property(place, fc.array(place, { minLength: 1, maxLength: 3 }), (here, places) => {
      const [distance, expected] = [
        distanceToNearest(here, places) ?? Number.NaN,
        Math.min(...places.map((at) => distanceMeters(here, at))),
      ]
      // On the far side of the globe, both formulas are exact to 8 digits only.
      const tolerance = expected > 20_000_000 ? 1 : 0.001
      expect(Math.abs(distance - expected)).toBeLessThan(tolerance)
    }),
    { numRuns: 2000 },
  )
})

test('a thousand outlets at one position, in pages', () => {
  const mall = Array.from({ length: 1000 }, () => [{ latitude: 3, longitude: 101 }])
  const here = { latitude: 3.001, longitude: 101 }
  expect(pages(mall, here, 150)).toEqual(listByMeasuring(mall, here))
})

/** Places so close together that only rounding may order them. */
const crowd = fc
  .tuple(
    place,
    fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 })), { maxLength: 60 }),
  )
  .map(([{ latitude, longitude }, steps]) =>
    steps.map(([north, east]) => ({
      latitude: Math.max(-90, Math.min(90, latitude + north * 1e-13)),
      longitude: Math.max(-180, Math.min(180, longitude + east * 1e-13)),
    })),
  )

test('repeated searches of one index: the nearest accepted outlets, and all that tie with the last', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        market,
        crowd.map((places) => places.map((at) => [at])),
        fc.tuple(market, crowd).map(([far, near]) => [...far, ...near.map((at) => [at, at])]),
      ),
      fc.array(
        fc.record({
          here: place,
          count: fc.integer({ min: 0, max: 40 }),
          every: fc.integer({ min: 1, max: 3 }),
        }),
        {
          minLength: 1,
          maxLength: 6,
        },
      ),
      (places, searches) => {
        const index = new NearestIndex(places)
        for (const { here, count, every } of searches) {
          const accepts = (number: number) => number % every === 0
          const all = places
            .map((own, number) => ({
              number,
              distance: distanceToNearest(here, own) ?? Infinity,
            }))
            .filter(({ number, distance }) => accepts(number) && distance < Infinity)
            .sort((a, b) => a.distance - b.distance || a.number - b.number)
          const found = index
            .search(here, count, every === 1 ? undefined : accepts)
            .sort((a, b) => a.distance - b.distance || a.number - b.number)
          expect(found.slice(0, count)).toEqual(all.slice(0, count))
        }
      },
    ),
    { numRuns: 500 },
  )
})
