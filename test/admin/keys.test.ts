import { createHash, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CLI } from '../../src/domain/actors/caller.ts'
import { createKey } from '../../src/domain/staff/keys/api-keys.ts'
import { Refusal } from '../../src/platform/refusal.ts'
import { ADMIN_KEY, createHarness } from '../support/harness.ts'

const { admin, as, deps, logs } = await createHarness()
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

const make = (body: object) => admin('POST', '/admin/keys', { name: 'Till', ...body })
const rows = () => db`select * from api_keys order by id`
const audits = () => db`select * from audit_log order by id`
const actionsOn = async (id: string) =>
  (await db`select action from audit_log where target = ${`key:${id}`} order by id`).map(
    ({ action }) => action,
  )

test.each([
  ['admin', { merchantIds: null, partnerId: null }],
  ['support', { merchantIds: null, partnerId: null }],
  ['merchant', { merchantIds: [merchantId], partnerId: null }],
  ['partner', { merchantIds: null, partnerId }],
])('201: a key with role %s is shown once, stored as a hash, and works', async (role, owner) => {
  const { status, body } = await make({ role, ...owner })
  const { key, ...rest } = body
  expect(status).toBe(201)
  expect(key).toMatch(/^cfk_[\w-]{43}$/)
  expect(rest).toEqual({
    ...{ id: rest.id, name: 'Till', role, ...owner, createdAt: deps.now().toISOString(), expiresAt: null },
    ...{ ownerId: null, ownerName: null, createdBy: 'key', lastUsedAt: null, lastUsedAddress: null },
  })
  const [row] = await db`select hash from api_keys where id = ${rest.id}`
  expect(row?.hash).toEqual(createHash('sha256').update(key).digest())
  expect((await admin('GET', '/admin/keys')).body.items[0]).toEqual(rest)
  expect((await as(key)('GET', '/admin/categories')).status).toBe(200)
  expect(await actionsOn(rest.id)).toEqual(['key.create'])
})

test('201: a role without an owner needs no owner ids', async () => {
  expect((await make({ role: 'admin' })).body).toMatchObject({ merchantIds: null, partnerId: null })
})

test.each([
  ['merchant without merchantIds', { role: 'merchant' }, '/role'],
  ['partner without partnerId', { role: 'partner' }, '/role'],
  ['admin with merchantIds', { role: 'admin', merchantIds: [merchantId] }, '/role'],
  ['support with partnerId', { role: 'support', partnerId }, '/role'],
  ['merchant with both', { role: 'merchant', merchantIds: [merchantId], partnerId }, '/role'],
  ['an unknown merchant', { role: 'merchant', merchantIds: [randomUUID()] }, '/merchantIds'],
  ['an unknown partner', { role: 'partner', partnerId: randomUUID() }, '/partnerId'],
  ['an unknown role', { role: 'owner' }, '/role'],
  ['an empty name', { role: 'admin', name: '' }, '/name'],
  ['a key chosen by the caller', { role: 'admin', key: 'cfk_mine' }, '/key'],
])('400 validation_failed: %s, no key created', async (_title, body, path) => {
  const before = [await rows(), await audits()]
  const response = await make(body)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  expect(response.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect([await rows(), await audits()]).toEqual(before)
})

test('204: a revoked key gets 401 at once and leaves the list; revoking it again is 204 and writes nothing', async () => {
  const { id, key } = (await make({ role: 'admin' })).body
  expect((await as(key)('GET', '/admin/keys')).status).toBe(200)
  const revoked = await admin('DELETE', `/admin/keys/${id}`)
  expect([revoked.status, revoked.body]).toEqual([204, ''])
  expect((await as(key)('GET', '/admin/keys')).status).toBe(401)
  const { items } = (await admin('GET', '/admin/keys?limit=200')).body
  expect(items.map((item: { id: string }) => item.id)).not.toContain(id)

  const before = await rows()
  expect((await admin('DELETE', `/admin/keys/${id}`)).status).toBe(204)
  expect(await rows()).toEqual(before)
  expect(await actionsOn(id)).toEqual(['key.create', 'key.revoke'])
})

test('204: three concurrent revocations write one audit entry', async () => {
  const { id } = (await make({ role: 'admin' })).body
  const path = `/admin/keys/${id}`
  const responses = await Promise.all([admin('DELETE', path), admin('DELETE', path), admin('DELETE', path)])
  expect(responses.map(({ status }) => status)).toEqual([204, 204, 204])
  expect(await actionsOn(id)).toEqual(['key.create', 'key.revoke'])
})

test('204: a key may revoke itself', async () => {
  const { id, key } = (await make({ role: 'admin' })).body
  expect((await as(key)('DELETE', `/admin/keys/${id}`)).status).toBe(204)
  expect((await as(key)('DELETE', `/admin/keys/${id}`)).status).toBe(401)
})

test('404 not_found: an unknown key, an id that is not a UUID', async () => {
  for (const id of [randomUUID(), 'nonsense']) {
    const response = await admin('DELETE', `/admin/keys/${id}`)
    expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
  }
})

test('200: pages are newest first, without gaps or repeats', async () => {
  for (const name of ['one', 'two', 'three']) {
    await make({ role: 'admin', name })
    await setTimeout(2)
  }
  const all = (await admin('GET', '/admin/keys?limit=200')).body.items
  const paged = []
  let cursor = ''
  do {
    const { body } = await admin('GET', `/admin/keys?limit=2${cursor && `&cursor=${cursor}`}`)
    expect(body.items.length).toBeLessThanOrEqual(2)
    paged.push(...body.items)
    cursor = body.nextCursor
  } while (cursor)
  expect(paged).toEqual(all)
  expect(all.slice(0, 3).map(({ name }: { name: string }) => name)).toEqual(['three', 'two', 'one'])
})

test('a key created by the command line works, and the audit log names the command line', async () => {
  const created = await createKey(deps, CLI, { name: 'First', role: 'admin' })
  if (created instanceof Refusal) throw created
  expect((await as(created.key)('GET', '/admin/keys')).status).toBe(200)
  expect(created).toMatchObject({ ownerId: null, createdBy: 'cli' })
  const [entry] = await db`select actor_kind from audit_log where target = ${`key:${created.id}`}`
  expect(entry?.actorKind).toBe('cli')
})

test('no list, log line or audit entry contains a key or its hash', async () => {
  const { id, key } = (await make({ role: 'admin' })).body
  await as(key)('GET', '/admin/keys')
  await as(`${key}x`)('GET', '/admin/keys')
  await make({ role: 'admin', key })
  await admin('DELETE', `/admin/keys/${id}`)
  const listed = JSON.stringify((await admin('GET', '/admin/keys?limit=200')).body)
  const hash = createHash('sha256').update(key).digest()
  const secrets = [key, key.slice(4), hash.toString('hex'), hash.toString('base64'), ADMIN_KEY]
  for (const text of [listed, JSON.stringify(await audits()), logs.join('')]) {
    expect(text.length).toBeGreaterThan(100)
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
})
