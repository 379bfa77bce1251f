import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'

const { admin, clock, logs, deps } = await createHarness()
const { homeDb: db } = deps

const merchant = await admin('POST', '/admin/merchants', { name: 'Kopi', slug: 'kopi', category: 'F_AND_B' })
const partner = await admin('POST', '/admin/partners', {
  slug: 'bank',
  name: 'Bank',
  displayName: 'Bank',
  logoPath: 'https://example.com/logo.png',
  jwtIssuer: 'https://id.bank.example',
  jwksUrl: 'https://id.bank.example/jwks',
})
const [merchantId, partnerId] = [merchant.body.id as string, partner.body.id as string]

let count = 0
const member = (changes: object = {}) => {
  count += 1
  return { email: `person${count}@kopi.example`, name: `Person ${count}`, role: 'admin', ...changes }
}
const add = (changes: object = {}) => admin('POST', '/admin/staff', member(changes))
const rows = () => db`select * from staff order by id`
const audits = () => db`select * from audit_log order by id`
const lastAudit = async () => (await db`select * from audit_log order by id desc limit 1`)[0]

test.each([
  ['admin', { merchantIds: null, partnerId: null }],
  ['support', { merchantIds: null, partnerId: null }],
  ['merchant', { merchantIds: [merchantId], partnerId: null }],
  ['partner', { merchantIds: null, partnerId }],
])('201: a member of role %s, active, with its owner', async (role, owner) => {
  const input = member({ role, ...owner })
  const created = await admin('POST', '/admin/staff', input)
  const now = clock.now.toISOString()
  expect([created.status, created.headers.etag]).toEqual([201, '"1"'])
  expect(created.body).toEqual({
    id: created.body.id,
    ...input,
    language: null,
    isActive: true,
    isInvited: true,
    lastSignInAt: null,
    hasSecondFactor: false,
    createdAt: now,
    updatedAt: now,
    version: 1,
  })
  expect((await admin('GET', '/admin/staff')).body.items[0]).toEqual(created.body)
  expect(await lastAudit()).toMatchObject({
    action: 'staff.create',
    target: `staff:${created.body.id}`,
    before: null,
    after: { role, ...owner, email: 'p…@kopi.example' },
  })
})

test('409 email_taken: a used address, ignoring case, on POST and PATCH; nothing changed', async () => {
  const first = (await add({ email: 'Aina.Rahman@Kopi.example' })).body
  const second = (await add()).body
  const before = [await rows(), await audits()]
  for (const email of ['Aina.Rahman@Kopi.example', 'aina.rahman@kopi.EXAMPLE']) {
    const created = await add({ email })
    expect([created.status, created.body]).toEqual([409, { error: 'email_taken' }])
    const changed = await admin('PATCH', `/admin/staff/${second.id}`, { email, name: 'Other' })
    expect([changed.status, changed.body]).toEqual([409, { error: 'email_taken' }])
  }
  expect([await rows(), await audits()]).toEqual(before)
  const respelled = await admin('PATCH', `/admin/staff/${first.id}`, { email: 'aina.rahman@kopi.example' })
  expect([respelled.status, respelled.body.email]).toEqual([200, 'aina.rahman@kopi.example'])
})

test('409 email_taken: one of three concurrent POSTs with the same address succeeds', async () => {
  const input = member()
  const responses = await Promise.all([1, 2, 3].map(() => admin('POST', '/admin/staff', input)))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

test.each([
  ['an invalid e-mail address', { email: 'aina' }, '/email'],
  ['an address with a space', { email: 'aina rahman@kopi.example' }, '/email'],
  ['an address of 321 characters', { email: `${'a'.repeat(312)}@kopi.exa` }, '/email'],
  ['an empty name', { name: '' }, '/name'],
  ['an unknown role', { role: 'owner' }, '/role'],
  ['merchant without merchantIds', { role: 'merchant' }, '/role'],
  ['partner without partnerId', { role: 'partner' }, '/role'],
  ['support with merchantIds', { role: 'support', merchantIds: [merchantId] }, '/role'],
  ['an unknown merchant', { role: 'merchant', merchantIds: [randomUUID()] }, '/merchantIds'],
  ['an unknown partner', { role: 'partner', partnerId: randomUUID() }, '/partnerId'],
  ['a password', { password: 'hunter2' }, '/password'],
])('400 validation_failed: %s; nobody added', async (_title, changes, path) => {
  const before = [await rows(), await audits()]
  const response = await add(changes)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  expect(response.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect([await rows(), await audits()]).toEqual(before)
})

test('200: PATCH changes only the given fields; the audit entry has before and after', async () => {
  const { body } = await add()
  clock.advance(1000)
  const changed = await admin('PATCH', `/admin/staff/${body.id}`, { name: 'Renamed', isActive: false })
  expect([changed.status, changed.headers.etag]).toEqual([200, '"2"'])
  expect(changed.body).toEqual({
    ...body,
    name: 'Renamed',
    isActive: false,
    isInvited: false,
    lastSignInAt: null,
    hasSecondFactor: false,
    updatedAt: clock.now.toISOString(),
    version: 2,
  })
  expect(await lastAudit()).toMatchObject({
    action: 'staff.update',
    before: { name: body.name, isActive: true },
    after: { name: 'Renamed', isActive: false },
  })
})

test('200: a new role together with its owner; 400 if the new owner is missing or the old one remains', async () => {
  const { id } = (await add({ role: 'merchant', merchantIds: [merchantId] })).body
  const before = await rows()
  for (const changes of [{ role: 'admin' }, { role: 'partner', partnerId }, { merchantIds: null }]) {
    expect((await admin('PATCH', `/admin/staff/${id}`, changes)).status).toBe(400)
  }
  expect(await rows()).toEqual(before)
  const moved = await admin('PATCH', `/admin/staff/${id}`, { role: 'partner', merchantIds: null, partnerId })
  expect(moved.body).toMatchObject({ role: 'partner', merchantIds: null, partnerId })
})

test.each([
  ['an empty PATCH', {}],
  ['an unknown property', { password: 'hunter2' }],
  ['an id', { id: randomUUID() }],
])('400 validation_failed: %s; nothing changed', async (_title, changes) => {
  const { id } = (await add()).body
  const before = [await rows(), await audits()]
  expect((await admin('PATCH', `/admin/staff/${id}`, changes)).status).toBe(400)
  expect([await rows(), await audits()]).toEqual(before)
})

test('412 version_conflict: If-Match of an older version; without it the change applies', async () => {
  const path = `/admin/staff/${(await add()).body.id}`
  expect((await admin('PATCH', path, { name: 'Second' }, { 'if-match': '"1"' })).body.version).toBe(2)
  const before = await rows()
  const stale = await admin('PATCH', path, { name: 'Third' }, { 'if-match': '"1"' })
  expect([stale.status, stale.body]).toEqual([412, { error: 'version_conflict' }])
  expect(await rows()).toEqual(before)
  expect((await admin('PATCH', path, { name: 'Third' })).body).toMatchObject({ name: 'Third', version: 3 })
})

test('404 not_found: an unknown member, an id that is not a UUID', async () => {
  for (const id of [randomUUID(), 'nonsense']) {
    const response = await admin('PATCH', `/admin/staff/${id}`, { name: 'Nobody' })
    expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
  }
})

test('200: q searches name and e-mail address, ignoring case; % and _ are plain characters', async () => {
  const { id } = (await add({ email: 'Mei_Tan@search.example', name: 'Mei Tan' })).body
  const found = async (q: string) =>
    (await admin('GET', `/admin/staff?q=${encodeURIComponent(q)}`)).body.items.map(
      (item: { id: string }) => item.id,
    )
  expect(await found('mei tan')).toEqual([id])
  expect(await found('MEI_TAN@SEARCH')).toEqual([id])
  expect(await found('mei%tan')).toEqual([])
  expect(await found('m_i tan')).toEqual([])
})

test('200: pages are newest first, without gaps or repeats', async () => {
  const all = (await admin('GET', '/admin/staff?limit=200')).body
  expect(all.nextCursor).toBeNull()
  const first = (await admin('GET', '/admin/staff?limit=3')).body
  const rest = (await admin('GET', `/admin/staff?limit=200&cursor=${first.nextCursor}`)).body
  expect([...first.items, ...rest.items]).toEqual(all.items)
})

test('no log line or audit entry contains an e-mail address, not even a refused one', async () => {
  const address = 'very.private@hidden.example'
  const other = 'very.secret@hidden.example'
  const { id } = (await add({ email: address })).body
  await add({ email: address })
  await add({ email: `${address}@`, role: 'nobody' })
  await admin('GET', `/admin/staff?q=${address}`)
  const path = `/admin/staff/${id}`
  expect((await admin('PATCH', path, { email: other }, { 'if-match': '"1"' })).status).toBe(200)
  await admin('PATCH', path, { email: address }, { 'if-match': '"1"' })
  const change = await lastAudit()
  expect([change?.before, change?.after]).toEqual([
    { email: 'v…@hidden.example' },
    { email: 'v…@hidden.example (changed)' },
  ])
  const written = JSON.stringify(await audits()) + logs.join('')
  expect(written).toContain('staff.update')
  for (const { email } of await db`select email from staff`) expect(written).not.toContain(email)
  expect(written).not.toMatch(/very\.(private|secret)/)
})
