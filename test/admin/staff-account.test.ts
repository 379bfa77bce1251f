import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { lockStaffMember } from '../../src/domain/staff/members/member-queries.ts'
import { deviceOf } from '../../src/domain/staff/sessions/device.ts'
import { openSession } from '../../src/domain/staff/sessions/sessions.ts'
import { transaction } from '../../src/platform/database/db.ts'
import { createHarness } from '../support/harness.ts'
import {
  BROWSER,
  cookieIn,
  HOUR,
  MINUTE,
  OTHER_PASSWORD,
  openStaffScene,
  PASSWORD,
  tokenIn,
  withCookie,
} from '../support/staff-scene.ts'

const harness = await createHarness()
const { admin, as, clock, startNode } = harness
const { homeDb: db } = harness.deps
const node = await startNode()
const { visitor, invited, accept, member, signIn, whoAmI, lastAudits, forget } = openStaffScene(harness)
const aina = await member()

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

test('200: a member changes their own name, and nothing else', async () => {
  const changed = await visitor('PATCH', '/session', { name: 'Aina R.' }, withCookie(aina.cookie))
  expect([changed.status, changed.body.name]).toEqual([200, 'Aina R.'])
  expect((await whoAmI(aina.cookie)).body.name).toBe('Aina R.')
  expect((await lastAudits(1))[0]).toMatchObject({
    action: 'staff.update',
    actorKind: 'staff',
    before: { name: 'Aina' },
    after: { name: 'Aina R.' },
  })
  const more = await visitor('PATCH', '/session', { name: 'A', role: 'admin' }, withCookie(aina.cookie))
  expect([more.status, more.body.error]).toEqual([400, 'validation_failed'])
})

test('200: a member chooses the language of the console; null is that of the browser', async () => {
  for (const language of ['zh-Hans', null]) {
    const changed = await visitor('PATCH', '/session', { language }, withCookie(aina.cookie))
    expect([changed.status, changed.body.language]).toEqual([200, language])
    expect((await whoAmI(aina.cookie)).body.language).toBe(language)
  }
  const unknown = await visitor('PATCH', '/session', { language: 'zh' }, withCookie(aina.cookie))
  expect([unknown.status, unknown.body.error]).toEqual([400, 'validation_failed'])
})

test('the list of sessions has device, address, method and last use; ended ones are not in it', async () => {
  const { email, cookie } = await member()
  const second = cookieIn(await signIn(email, PASSWORD, { 'user-agent': FIREFOX }))
  clock.advance(11 * HOUR)
  await whoAmI(second)
  const list = async () => (await visitor('GET', '/session/sessions', undefined, { cookie: second })).body
  expect(await list()).toEqual({
    items: [
      expect.objectContaining({
        device: 'Firefox on Windows',
        address: '127.0.0.1',
        method: 'PASSWORD',
        lastUsedAt: clock.now.toISOString(),
        isCurrent: true,
      }),
      expect.objectContaining({ device: 'lightMyRequest', isCurrent: false }),
    ],
    nextCursor: null,
  })
  clock.advance(HOUR)
  expect((await list()).items.length).toBe(1)
  expect((await whoAmI(cookie)).status).toBe(401)
})

test('204: a member ends one of their own sessions, on every node; a session of another member is 404 not_found', async () => {
  const [{ email, cookie }, other] = [await member(), await member()]
  const second = cookieIn(await signIn(email))
  const sessions = async (of: string) =>
    (await visitor('GET', '/session/sessions', undefined, { cookie: of })).body.items
  const end = (id: string) => visitor('DELETE', `/session/sessions/${id}`, undefined, withCookie(second))
  const [theirs] = await sessions(other.cookie)
  const first = (await sessions(second)).find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  expect((await end(theirs.id)).body).toEqual({ error: 'not_found' })
  expect((await end(first.id)).status).toBe(204)
  expect((await end(first.id)).status).toBe(404)
  expect((await whoAmI(cookie, node.as(undefined))).status).toBe(401)
  for (const open of [second, other.cookie]) expect((await whoAmI(open)).status).toBe(200)
})

test('the 11th session ends the one whose last use is longest ago', async () => {
  const { id, email, cookie } = await member()
  const others = []
  for (let count = 2; count <= 10; count += 1) others.push(cookieIn(await signIn(email)))
  clock.advance(2 * MINUTE)
  for (const used of [cookie, ...others.slice(1)]) await whoAmI(used)
  const last = cookieIn(await signIn(email))
  expect(await lastAudits(2)).toMatchObject([
    { action: 'session.create' },
    { action: 'session.end', actorKind: 'staff', target: `staff:${id}`, after: { ended: 1 } },
  ])
  expect((await whoAmI(others[0] as string)).status).toBe(401)
  for (const open of [cookie, ...others.slice(1), last]) expect((await whoAmI(open)).status).toBe(200)
})

test('an admin lists and ends the sessions of a member; the audit log says who did', async () => {
  const { id, email, cookie } = await member()
  const others = [cookieIn(await signIn(email)), cookieIn(await signIn(email))]
  const path = `/admin/staff/${id}/sessions`
  const { items } = (await admin('GET', path)).body
  expect(items.length).toBe(3)
  const first = items.at(-1).id
  expect((await admin('DELETE', `${path}/${first}`)).status).toBe(204)
  expect((await admin('DELETE', `${path}/${first}`)).status).toBe(404)
  expect((await admin('DELETE', path)).status).toBe(204)
  for (const ended of [cookie, ...others]) expect((await whoAmI(ended)).status).toBe(401)
  expect(await lastAudits(2)).toMatchObject([
    { action: 'session.end', actorKind: 'key', target: `staff:${id}`, after: { ended: 2 } },
    { action: 'session.end', actorKind: 'key', target: `staff:${id}`, after: { ended: 1 } },
  ])
  for (const method of ['GET', 'DELETE'] as const)
    expect((await admin(method, `/admin/staff/${randomUUID()}/sessions`)).status).toBe(404)
})

test('201: one call adds a member and returns the link; 409 email_taken: the address is in use', async () => {
  const person = { email: 'new@kopi.example', name: 'New', role: 'support' }
  const response = await admin('POST', '/admin/staff/invite', person)
  expect(response.body).toMatchObject({
    member: person,
    url: expect.stringContaining('/console/#invite='),
    expiresAt: new Date(clock.now.getTime() + 7 * 24 * HOUR).toISOString(),
  })
  const again = await admin('POST', '/admin/staff/invite', person)
  expect([again.status, again.body.error]).toEqual([409, 'email_taken'])
})

test('a person is invited until the first sign-in, also without a password, or until the invite is revoked', async () => {
  const [byPassword, bySingleSignOn, uninvited] = [await invited(), await invited(), await invited()]
  const isInvited = async ({ email }: { email: string }) =>
    (await admin('GET', `/admin/staff?q=${email}`)).body.items[0].isInvited
  for (const person of [byPassword, bySingleSignOn, uninvited]) expect(await isInvited(person)).toBe(true)
  // The link is deleted some time after its end, and the person is still invited.
  await db`delete from sign_in_links where staff_id = ${byPassword.id}`
  expect(await isInvited(byPassword)).toBe(true)
  await accept(tokenIn((await admin('POST', `/admin/staff/${byPassword.id}/invite`)).body.url))
  await transaction(db, async (tx) => {
    const locked = await lockStaffMember(tx, bySingleSignOn.id)
    if (locked) await openSession(tx, locked, BROWSER, clock.now, { method: 'SSO' })
  })
  await admin('DELETE', `/admin/staff/${bySingleSignOn.id}/sessions`)
  await admin('PATCH', `/admin/staff/${uninvited.id}`, { isActive: false })
  expect((await accept(uninvited.token)).body).toEqual({ error: 'invalid_sign_in_link' })
  for (const person of [byPassword, bySingleSignOn, uninvited]) expect(await isInvited(person)).toBe(false)
})

test.each([
  [FIREFOX, 'Firefox on Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['curl/8.14.1', 'curl'],
  ['<script>', null],
  [undefined, null],
])('the device of %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test('200: the password renews the proof for 15 minutes, and the cookie with it; a wrong one does not', async () => {
  const { cookie, email } = await member({ role: 'admin' })
  const key = { name: 'Till', role: 'support' }
  const makeKey = (of: string) => visitor('POST', '/admin/keys', key, withCookie(of))
  const prove = (password: string) => visitor('POST', '/session/proof', { password }, withCookie(cookie))
  clock.advance(15 * MINUTE)
  expect((await prove(OTHER_PASSWORD)).body).toEqual({ error: 'invalid_credentials' })
  expect((await makeKey(cookie)).status).toBe(403)
  const proved = await prove(PASSWORD)
  expect([proved.status, proved.body]).toMatchObject([
    200,
    { email, provedUntil: new Date(clock.now.getTime() + 15 * MINUTE).toISOString() },
  ])
  const renewed = cookieIn(proved)
  expect((await makeKey(cookie)).status).toBe(401)
  clock.advance(15 * MINUTE - 1)
  expect((await makeKey(renewed)).status).toBe(201)
  clock.advance(1)
  expect((await makeKey(renewed)).status).toBe(403)
  await forget()
})

test('429 too_many_sign_ins: the proof has the same limit as a sign-in', async () => {
  const { cookie } = await member()
  await forget()
  const prove = () => visitor('POST', '/session/proof', { password: OTHER_PASSWORD }, withCookie(cookie))
  for (let i = 0; i < 10; i += 1) expect((await prove()).status).toBe(401)
  expect((await prove()).status).toBe(429)
  expect((await as(undefined)('GET', '/session', undefined, { cookie })).status).toBe(200)
  await forget()
})
