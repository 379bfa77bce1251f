import { expect, test } from 'vitest'
import { CAPABILITIES, HIDDEN_FIELDS, WRITABLE_FIELDS } from '../../contract/capabilities.ts'
import { ROLES } from '../../contract/define-route.ts'
import { ROUTES } from '../../contract/routes.ts'

const routes = ROUTES.filter(({ surface }) => surface === 'admin')
const byId = new Map(routes.map((route) => [route.id, route]))

test('every route of the back office belongs to one capability: add a new route to contract/capabilities.ts', () => {
  const named = Object.values(CAPABILITIES).flat()
  expect(named.toSorted()).toEqual(routes.map(({ id }) => id).toSorted())
})

test.each(Object.entries(CAPABILITIES))(
  'all routes of the capability %s have the same roles: otherwise split it',
  (_name, ids) => {
    const sets = new Set(ids.map((id) => (byId.get(id)?.roles ?? []).toSorted().join(' ')))
    expect(sets.size).toBe(1)
  },
)

test('the fields that a role may write are fields of the route’s body, and the role may call the route', () => {
  for (const [id, limits] of Object.entries(WRITABLE_FIELDS)) {
    const { body, roles } = byId.get(id) ?? {}
    const fields = Object.keys((body as { properties?: object } | undefined)?.properties ?? {})
    for (const [role, writable] of Object.entries(limits)) {
      expect(roles).toContain(role)
      for (const field of 'only' in writable ? writable.only : writable.allExcept)
        expect([id, fields]).toEqual([id, expect.arrayContaining([field])])
    }
  }
})

test('viewer may call exactly the routes that support may call and that change nothing', () => {
  for (const { id, method, readsOnly, roles = [] } of routes) {
    const reads = method === 'GET' || readsOnly === true
    expect([id, roles.includes('viewer')]).toEqual([id, reads && roles.includes('support')])
  }
})

test('fields are hidden from known roles only', () => {
  for (const role of Object.keys(HIDDEN_FIELDS)) expect(ROLES).toContain(role)
})
