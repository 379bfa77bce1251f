import { expect, test } from 'vitest'
import { screensByRoute } from '../../scripts/console-screens.ts'
import { ROUTES_WITHOUT_SCREEN } from './routes-without-screen.ts'

const screens = screensByRoute()

test('every back-office route is called by a screen, except for those listed as still without one', () => {
  const without = [...screens].filter(([, found]) => found.length === 0).map(([id]) => id)
  expect(without.sort()).toEqual([...ROUTES_WITHOUT_SCREEN].sort())
})

test('the table finds calls through components: the merchant page publishes vouchers', () => {
  expect(screens.get('publishVoucher')).toContain('/console/merchants/$id')
  expect(screens.get('listMerchants')).toContain('/console/merchants')
  expect(screens.get('signIn')).toEqual(['every screen'])
})
