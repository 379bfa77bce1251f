import { expect, test } from 'vitest'
import type { Outlet } from '../webview/src/api/routes.ts'
import { outletAt } from '../webview/src/position/outlet-at.ts'

const HERE = { latitude: 3.1579, longitude: 101.7116, accuracyMeters: 12 }
/** So many meters are this many degrees of latitude. */
const degrees = (meters: number) => meters / 111_195

function outlet(name: string, metersNorth: number | null, changes: Partial<Outlet> = {}): Outlet {
  const position = metersNorth !== null && {
    latitude: HERE.latitude + degrees(metersNorth),
    longitude: HERE.longitude,
  }
  return { name, isActive: true, hasPin: true, ...position, ...changes } as Outlet
}

const nameAt = (outlets: Outlet[], position = HERE) => outletAt(position, outlets)?.name ?? null

test('the only outlet within 150 m is where the user is', () => {
  expect(nameAt([outlet('far', 151), outlet('near', 149), outlet('unknown', null)])).toBe('near')
})

test('none is chosen: nothing within 150 m, or two outlets', () => {
  expect(nameAt([outlet('far', 151), outlet('unknown', null)])).toBeNull()
  expect(nameAt([outlet('near', 149), outlet('here', 3)])).toBeNull()
  expect(nameAt([])).toBeNull()
})

test('an outlet that cannot redeem is neither chosen nor in the way', () => {
  const unusable = [outlet('no PIN', 3, { hasPin: false }), outlet('inactive', 3, { isActive: false })]
  expect(nameAt(unusable)).toBeNull()
  expect(nameAt([...unusable, outlet('near', 149)])).toBe('near')
})

test('a position that may be off by more than 150 m chooses nothing', () => {
  expect(nameAt([outlet('here', 3)], { ...HERE, accuracyMeters: 150 })).toBe('here')
  expect(nameAt([outlet('here', 3)], { ...HERE, accuracyMeters: 151 })).toBeNull()
})
