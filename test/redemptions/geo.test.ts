import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceMeters, type Position } from '../../src/platform/geo.ts'

const RADIUS = 6_371_008.8
const at = (latitude: number, longitude: number): Position => ({ latitude, longitude })

const PLACES = {
  greenwich: at(51.4779, -0.0015),
  paris: at(48.8584, 2.2945),
  newYork: at(40.6892, -74.0445),
  sydney: at(-33.8568, 151.2153),
  petronas: at(3.1579, 101.7116),
  merdeka: at(3.1412, 101.6932),
  suva: at(-18.1416, 178.4419),
  apia: at(-13.8333, -171.7667),
}

// Compared with another formula on the same sphere.
test.each([
  ['Greenwich to the Eiffel Tower', PLACES.greenwich, PLACES.paris],
  ['New York to Paris', PLACES.newYork, PLACES.paris],
  ['Sydney to New York', PLACES.sydney, PLACES.newYork],
  ['across Kuala Lumpur', PLACES.petronas, PLACES.merdeka],
  ['Fiji to Samoa, over the date line', PLACES.suva, PLACES.apia],
] as const)('%s', (_name, a, b) => {
  expect(distanceMeters(a, b)).toBeCloseTo(vincenty(a, b), 3)
})

test.each([
  ['a degree of latitude', at(0, 0), at(1, 0), (Math.PI * RADIUS) / 180],
  ['a degree of longitude at the equator', at(0, 10), at(0, 11), (Math.PI * RADIUS) / 180],
  ['a degree over the date line', at(0, 179.5), at(0, -179.5), (Math.PI * RADIUS) / 180],
  ['from pole to pole', at(90, 0), at(-90, 123), Math.PI * RADIUS],
  ['antipodes on the equator', at(0, 0), at(0, 180), Math.PI * RADIUS],
  ['antipodes', at(3.1579, 101.7116), at(-3.1579, -78.2884), Math.PI * RADIUS],
  ['a quarter of the globe', at(0, 0), at(90, 45), (Math.PI * RADIUS) / 2],
  ['the pole with two longitudes', at(90, 10), at(90, -170), 0],
  ['the meridian 180 and -180', at(12, 180), at(12, -180), 0],
])('%s', (_name, a, b, expected) => {
  expect(distanceMeters(a, b)).toBeCloseTo(expected, 2)
})

test('150 m to the north are 150 m, to a tenth of a millimeter', () => {
  const degrees = (150 / RADIUS) * (180 / Math.PI)
  for (const latitude of [0, 3.1579, 51.5, -77.8]) {
    expect(distanceMeters(at(latitude, 101.7), at(latitude + degrees, 101.7))).toBeCloseTo(150, 4)
  }
})

const position = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('distance is symmetric, zero to itself, and at most half the circumference', () => {
  fc.assert(
    fc.property(position, position, (a, b) => {
      const distance = distanceMeters(a, b)
      expect(distance).toBe(distanceMeters(b, a))
      expect(distanceMeters(a, a)).toBe(0)
      expect(distance).toBeGreaterThanOrEqual(0)
      expect(distance).toBeLessThanOrEqual(Math.PI * RADIUS)
      expect(Math.abs(distance - vincenty(a, b))).toBeLessThan(0.5)
    }),
    { numRuns: 2000 },
  )
})

test('a detour is never shorter', () => {
  fc.assert(
    fc.property(position, position, position, (a, b, c) => {
      expect(distanceMeters(a, c)).toBeLessThanOrEqual(distanceMeters(a, b) + distanceMeters(b, c) + 0.5)
    }),
    { numRuns: 2000 },
  )
})

/** Precise at any distance, also between antipodes. */
function vincenty(a: Position, b: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [p, q, l] = [radians(a.latitude), radians(b.latitude), radians(b.longitude - a.longitude)]
  const x = Math.cos(q) * Math.sin(l)
  const y = Math.cos(p) * Math.sin(q) - Math.sin(p) * Math.cos(q) * Math.cos(l)
  const z = Math.sin(p) * Math.sin(q) + Math.cos(p) * Math.cos(q) * Math.cos(l)
  return RADIUS * Math.atan2(Math.hypot(x, y), z)
}
