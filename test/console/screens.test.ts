import { expect, test } from 'vitest'
import { screensByRoute } from '../../scripts/console-screens.ts'

const screens = screensByRoute()

test('every back-office route is called by a screen', () => {
  const without = [...screens].filter(([, found]) => found.length === 0).map(([id]) => id)
  expect(without).toEqual([])
})

test('the table finds calls through components: the merchant page publishes vouchers', () => {
  expect(screens.get('publishVoucher')).toContain('/console/merchants/$id')
  expect(screens.get('listMerchants')).toContain('/console/merchants')
  expect(screens.get('signIn')).toEqual(['every screen'])
})
