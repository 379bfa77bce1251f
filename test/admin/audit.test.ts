import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Caller, CLI, SYSTEM } from '../../src/domain/actors/caller.ts'
import { record } from '../../src/domain/audit/record.ts'
import { transaction } from '../../src/platform/database/db.ts'
import { createHarness } from '../support/harness.ts'

const { admin, as, db, clock, logs } = await createHarness()

const START = new Date('2026-11-15T08:00:00.000Z')
const HOUR_MS = 3_600_000
const AINA: Caller = {
  kind: 'staff',
  id: randomUUID(),
  name: 'Aina Rahman',
  role: 'admin',
  merchantIds: null,
  partnerId: null,
}
const PARTNER = `partner:${randomUUID()}`
const VOUCHER = `voucher:${randomUUID()}`

const ENTRIES: [caller: Caller, action: string, target: string][] = [
  [AINA, 'partner.create', PARTNER],
  [AINA, 'partner.secret.rotate', PARTNER],
  [CLI, 'partner.update', PARTNER],
  [SYSTEM, 'partnership.end', PARTNER],
  [AINA, 'voucher.update', VOUCHER],
  [CLI, 'voucher.publish', VOUCHER],
]
// All entries have almost the same time. The list must still show them in the order of writing.
await transaction(db, async (tx) => {
  for (const [hour, [caller, action, target]] of ENTRIES.entries()) {
    const at = new Date(START.getTime() + hour * HOUR_MS)
    await record(tx, {
      caller,
      at,
      action,
      target,
      before: { cap: 1, name: 'Same' },
      after: { cap: 2, name: 'Same' },
    })
  }
  return null
})

const actions = async (query: string) => {
  const { status, body } = await admin('GET', `/admin/audit?${query}`)
  expect(status).toBe(200)
  return body.items.map(({ action }: { action: string }) => action)
}
const NEWEST_FIRST = ENTRIES.map(([, action]) => action).reverse()

test('200: newest first, each entry with actor, action, target and the changed fields', async () => {
  const { items, nextCursor } = (await admin('GET', '/admin/audit')).body
  expect(nextCursor).toBeNull()
  expect(items.map(({ action }: { action: string }) => action)).toEqual(NEWEST_FIRST)
  expect(items[1]).toEqual({
    id: items[1].id,
    at: '2026-11-15T12:00:00.000Z',
    actor: { kind: 'staff', id: AINA.id, name: 'Aina Rahman' },
    action: 'voucher.update',
    target: VOUCHER,
    targetName: null,
    summary: 'Cap changed',
    changes: [{ field: 'Cap', property: 'cap', from: null, to: null }],
    facts: expect.objectContaining({ sentence: 'changes', details: {} }),
    before: { cap: 1 },
    after: { cap: 2 },
  })
  expect(items[0].actor).toEqual({ kind: 'cli', id: null, name: CLI.name })
})

test.each([
  ['actor by kind', 'actor=cli', ['voucher.publish', 'partner.update']],
  ['actor by id', `actor=${AINA.id}`, ['voucher.update', 'partner.secret.rotate', 'partner.create']],
  [
    'actor by name, ignoring case',
    'actor=aina%20RAHMAN',
    ['voucher.update', 'partner.secret.rotate', 'partner.create'],
  ],
  ['actor by part of a name: none', 'actor=Aina', []],
  ['an exact action', 'action=partner.update', ['partner.update']],
  ['all partner actions', 'action=partner.', ['partner.update', 'partner.secret.rotate', 'partner.create']],
  ['all partner.secret actions', 'action=partner.secret.', ['partner.secret.rotate']],
  ['a prefix without its dot: none', 'action=partner', []],
  ['% as a plain character: none', 'action=%25.', []],
  ['a target', `target=${VOUCHER}`, ['voucher.publish', 'voucher.update']],
  ['from, inclusive', 'from=2026-11-15T12:00:00Z', ['voucher.publish', 'voucher.update']],
  ['to, exclusive', 'to=2026-11-15T09:00:00.000Z', ['partner.create']],
  [
    'a period in another time zone',
    'from=2026-11-15T17:00:00%2B08:00&to=2026-11-15T18:00:00%2B08:00',
    ['partner.secret.rotate'],
  ],
  [
    'several filters together',
    `actor=staff&action=voucher.&target=${VOUCHER}&from=2026-11-15T00:00:00Z`,
    ['voucher.update'],
  ],
])('200: %s', async (_title, query, expected) => {
  expect(await actions(query)).toEqual(expected)
})

test('200: filtered pages have no gaps and no repeats', async () => {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { body } = await admin(
      'GET',
      `/admin/audit?action=partner.&limit=2${cursor ? `&cursor=${cursor}` : ''}`,
    )
    seen.push(...body.items.map(({ action }: { action: string }) => action))
    cursor = body.nextCursor
  } while (cursor)
  expect(seen).toEqual(['partner.update', 'partner.secret.rotate', 'partner.create'])
})

test.each([
  'limit=0',
  'limit=201',
  'limit=x',
  'from=yesterday',
  'to=2026',
  'cursor=zzz',
  'actor=',
  'actor=%00',
])('400 validation_failed: %s', async (query) => {
  const response = await admin('GET', `/admin/audit?${query}`)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
})

test('update, delete and truncate of the audit log fail', async () => {
  const before = await db`select * from audit_log order by id`
  await expect(db`update audit_log set action = 'x'`).rejects.toThrow('append-only')
  await expect(db`delete from audit_log`).rejects.toThrow('append-only')
  await expect(db`truncate audit_log`).rejects.toThrow('append-only')
  expect(await db`select * from audit_log order by id`).toEqual(before)
})

test('a refused change leaves no entry; a successful one names its key', async () => {
  const { id, key } = (await admin('POST', '/admin/keys', { name: 'Robot', role: 'admin' })).body
  const member = { email: 'robot@kopi.example', name: 'Robot', role: 'support' }
  expect((await as(key)('POST', '/admin/staff', member)).status).toBe(201)
  expect((await as(key)('POST', '/admin/staff', member)).status).toBe(409)
  const { items } = (await admin('GET', `/admin/audit?actor=${id}`)).body
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    at: clock.now.toISOString(),
    actor: { kind: 'key', id, name: 'Robot' },
    action: 'staff.create',
    before: null,
  })
})

test('no audit entry or log line contains a key, secret, PIN, code or e-mail address', async () => {
  const merchant = (
    await admin('POST', '/admin/merchants', { name: 'Kopi', slug: 'kopi', category: 'F_AND_B' })
  ).body
  const givenSecret = 'already-given-secret-0123456789abcdef'
  const partner = (
    await admin('POST', '/admin/partners', {
      slug: 'bank',
      name: 'Bank',
      displayName: 'Bank',
      logoPath: 'https://example.com/logo.png',
      jwtIssuer: 'https://id.bank.example',
      jwksUrl: 'https://id.bank.example/jwks',
      secret: givenSecret,
    })
  ).body
  const rotated = (await admin('POST', `/admin/partners/${partner.id}/secret/rotate`)).body.secret
  expect((await admin('POST', `/admin/partners/${partner.id}/secret/promote`)).status).toBe(200)
  const key = (
    await admin('POST', '/admin/keys', { name: 'Till', role: 'merchant', merchantIds: [merchant.id] })
  ).body.key
  await admin('POST', '/admin/staff', { email: 'aina@kopi.example', name: 'Aina', role: 'admin' })

  const asMerchant = as(key)
  const outlet = {
    name: 'Suria',
    addressLine: 'Jalan 1',
    city: 'Kuala Lumpur',
    countryCode: 'MY',
    pin: '7391',
  }
  const outletResponse = await asMerchant('POST', `/admin/merchants/${merchant.id}/outlets`, outlet)
  expect(outletResponse.status).toBe(201)
  expect(
    (await asMerchant('PATCH', `/admin/outlets/${outletResponse.body.id}`, { pin: '8642' })).status,
  ).toBe(200)
  const voucher = await asMerchant('POST', `/admin/merchants/${merchant.id}/vouchers`, {
    title: 'Free kopi',
    codeSource: 'MANUAL',
  })
  expect(voucher.status).toBe(201)
  const codes = ['KOPI-CODE-000417', '00420019']
  const path = `/admin/vouchers/${voucher.body.id}/codes`
  expect((await asMerchant('POST', path, { codes })).status).toBe(200)
  const rejectedCode = 'a code that is rejected'
  await asMerchant('POST', path, { codes: [rejectedCode] })

  const log = JSON.stringify(await db`select * from audit_log`)
  for (const action of ['partner.secret.promote', 'key.create', 'staff.create', 'outlet.', 'voucher.']) {
    expect(log).toContain(action)
  }
  const secrets = [
    givenSecret,
    partner.secret,
    rotated,
    key,
    'aina@kopi.example',
    'robot@kopi.example',
    ...codes,
    rejectedCode,
  ]
  for (const text of [log, logs.join('')]) {
    for (const secret of secrets) expect(text).not.toContain(secret)
    // Four digits can occur in an id or a time by chance, but never as a whole value.
    for (const pin of ['7391', '8642']) expect(text).not.toContain(`"${pin}"`)
  }
})

test.each([
  '',
  'actor=cli',
  'actor=Aina Rahman',
  'action=partner.',
  'q=partner',
  'record=no such name',
  'q=%2F',
])('200: ?count=true says how many entries there are: %s', async (filter) => {
  const { items, nextCursor, count } = (await admin('GET', `/admin/audit?limit=200&count=true&${filter}`))
    .body
  expect([nextCursor, count]).toEqual([null, { value: items.length, isExact: true }])
  expect((await admin('GET', `/admin/audit?${filter}`)).body.count).toBeUndefined()
})
