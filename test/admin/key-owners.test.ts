import { expect, test } from 'vitest'
import { createKey } from '../../src/domain/staff/keys/api-keys.ts'
import { createHarness } from '../support/harness.ts'
import { HOUR, MINUTE, openStaffScene, withCookie } from '../support/staff-scene.ts'

const harness = await createHarness()
const { admin, as, clock, deps } = harness
const { homeDb: db } = harness.deps
const { visitor, member, lastAudits } = openStaffScene(harness)

const admins = () => member({ role: 'admin' })
const makeKey = async (cookie: string, more: object = {}) =>
  (await visitor('POST', '/admin/keys', { name: 'Till', role: 'support', ...more }, withCookie(cookie))).body
const use = async (key: string) => (await as(key)('GET', '/admin/categories')).status
const listed = async (id: string) =>
  (await admin('GET', '/admin/keys?limit=200')).body.items.find((key: { id: string }) => key.id === id)
const change = (id: string, body: object) => admin('PATCH', `/admin/staff/${id}`, body)

test('201: a key belongs to the person who created it, and can be listed by owner', async () => {
  const [aina, lim] = [await admins(), await admins()]
  const key = await makeKey(aina.cookie)
  await makeKey(lim.cookie)
  expect(key).toMatchObject({ ownerId: aina.id, ownerName: 'Aina', createdBy: 'staff' })
  const { items } = (await admin('GET', `/admin/keys?ownerId=${aina.id}`)).body
  expect(items.map(({ id }: { id: string }) => id)).toEqual([key.id])
})

test('401 unauthorized: from the expiry of the key on; 400 validation_failed: an expiry in the past', async () => {
  const { cookie } = await admins()
  const expiresAt = new Date(clock.now.getTime() + HOUR).toISOString()
  const { id, key } = await makeKey(cookie, { expiresAt })
  expect((await listed(id)).expiresAt).toBe(expiresAt)
  clock.advance(HOUR - 1)
  expect(await use(key)).toBe(200)
  clock.advance(1)
  const refused = await as(key)('GET', '/admin/categories')
  expect([refused.status, refused.body]).toEqual([401, { error: 'unauthorized' }])
  expect(await listed(id)).toMatchObject({ expiresAt })
  const past = await admin('POST', '/admin/keys', { name: 'Late', role: 'support', expiresAt })
  expect([past.status, past.body.issues]).toMatchObject([
    400,
    [{ path: '/expiresAt', message: 'must be in the future' }],
  ])
})

test('the last use of a key has time and address, and is stored at most once a minute', async () => {
  const { cookie } = await admins()
  const { id, key } = await makeKey(cookie)
  const first = clock.now.toISOString()
  const writes = async () =>
    (await db`select xmin::text as written, last_used_at from api_keys where id = ${id}`)[0]
  await Promise.all([use(key), use(key), use(key)])
  expect(await listed(id)).toMatchObject({ lastUsedAt: first, lastUsedAddress: '127.0.0.1' })
  const stored = await writes()
  clock.advance(MINUTE - 1)
  await use(key)
  expect(await writes()).toEqual(stored)
  clock.advance(1)
  await use(key)
  expect((await listed(id)).lastUsedAt).toBe(clock.now.toISOString())
})

test('a person who is deactivated loses the keys that they created, each with its entry in the audit log', async () => {
  const [aina, lim] = [await admins(), await admins()]
  const [one, two, other] = [
    await makeKey(aina.cookie),
    await makeKey(aina.cookie),
    await makeKey(lim.cookie),
  ]
  expect((await change(aina.id, { name: 'Aina R.' })).status).toBe(200)
  expect(await use(one.key)).toBe(200)
  expect((await change(aina.id, { isActive: false })).status).toBe(200)
  expect([await use(one.key), await use(two.key), await use(other.key)]).toEqual([401, 401, 200])
  expect(await lastAudits(2)).toMatchObject(
    [two, one].map(({ id, name }) => ({ action: 'key.revoke', target: `key:${id}`, before: { name } })),
  )
})

test('keepKeys: the keys of a deactivated person keep working; 400 validation_failed: keepKeys without isActive', async () => {
  const { id, cookie } = await admins()
  const { key } = await makeKey(cookie)
  expect((await change(id, { keepKeys: true })).body.error).toBe('validation_failed')
  expect((await change(id, { isActive: false, keepKeys: true })).status).toBe(200)
  expect(await use(key)).toBe(200)
})

test('401 unauthorized: a person who was deactivated while the request was on its way creates no key', async () => {
  const { id } = await admins()
  await change(id, { isActive: false })
  const caller = {
    kind: 'staff',
    id,
    name: 'Aina',
    role: 'admin',
    merchantIds: null,
    partnerId: null,
  } as const
  const refused = await createKey(deps, caller, { name: 'Late', role: 'admin' })
  expect(refused).toMatchObject({ code: 'unauthorized' })
  expect(await db`select from api_keys where owner_id = ${id}`).toHaveLength(0)
})
