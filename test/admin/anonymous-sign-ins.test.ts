import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { recordUnknownFailures, summarizeFailures } from '../../src/domain/staff/attempts/unknown-failures.ts'
import { createHarness } from '../support/harness.ts'
import { HOUR, MINUTE, OTHER_PASSWORD, OWN, openStaffScene } from '../support/staff-scene.ts'

const harness = await createHarness({ trustedProxies: ['127.0.0.1'] })
const { clock, db, deps, startNode } = harness
const node = await startNode()
const { visitor, member, signIn, forget } = openStaffScene(harness)
beforeEach(async () => {
  await forget()
  await db`delete from sign_in_steps`
  await db`delete from unknown_sign_in_failures`
})

const from = (address: string) => ({ ...OWN, 'x-forwarded-for': address })
const begin = (headers: Record<string, string>) =>
  visitor('POST', '/session/passkey/options', undefined, headers)
const credentialOf = (id: string) => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
})
const offerPasskey = async (address: string, id = 'unknown') => {
  const { token } = (await begin(from(address))).body
  return visitor('POST', '/session/passkey', { token, credential: credentialOf(id) }, from(address))
}
const refusals = () => db`
  select target, after from audit_log where action = 'session.refuse' and at > ${clock.now.toISOString()}::timestamptz - interval '2 hours'
  order by id`
const count = async (table: string) => Number((await db.unsafe(`select count(*) from ${table}`))[0].count)

test('400 refused passkeys and 30 unknown addresses: two audit entries, written once, when the hour ends', async () => {
  clock.advance(HOUR - (clock.now.getTime() % HOUR))
  const hour = clock.now.toISOString()
  const before = await count('audit_log')
  for (let i = 0; i < 8; i += 1) {
    const responses = await Promise.all(Array.from({ length: 50 }, () => offerPasskey('203.0.113.9')))
    expect(new Set(responses.map(({ body }) => body.error))).toEqual(new Set(['passkey_refused']))
  }
  for (let i = 0; i < 30; i += 1) {
    const headers = { 'x-forwarded-for': `2001:db8:0:1::${i}` }
    await db`delete from sign_in_failures`
    expect((await signIn(`nobody${i}@kopi.example`, OTHER_PASSWORD, headers)).status).toBe(401)
  }
  await recordUnknownFailures(deps)
  expect([await count('audit_log'), await count('unknown_sign_in_failures')]).toEqual([before, 2])
  expect(await count('sign_in_steps')).toBe(0)
  clock.advance(HOUR)
  await Promise.all([
    recordUnknownFailures(deps),
    recordUnknownFailures(node.deps),
    recordUnknownFailures(deps),
  ])
  expect(await refusals()).toEqual([
    { target: 'staff:unknown', after: { hour, address: '203.0.113.9', failures: 400 } },
    { target: 'staff:unknown', after: { hour, address: '2001:db8:0:1::/64', failures: 30 } },
  ])
  expect(await count('audit_log')).toBe(before + 2)
})

test('failures from 1,100 addresses: at most 1,001 counters and 21 audit entries', async () => {
  const hour = new Date(Math.floor(clock.now.getTime() / HOUR) * HOUR).toISOString()
  await db`
    insert into unknown_sign_in_failures
    select ${hour}, '10.0.' || i / 250 || '.' || i % 250, i from generate_series(1, 1000) as i`
  for (const address of ['203.0.113.1', '203.0.113.2', '10.0.0.1'])
    await signIn('nobody@kopi.example', OTHER_PASSWORD, { 'x-forwarded-for': address })
  const rows = await db<{ hour: string; address: string; failures: number }[]>`
    select hour, address, failures::int as failures from unknown_sign_in_failures`
  expect(rows.length).toBe(1001)
  const sum = (list: { failures: number }[]) => list.reduce((total, { failures }) => total + failures, 0)
  const entries = summarizeFailures(rows)
  expect(entries.length).toBe(21)
  expect(sum(entries)).toBe(500_500 + 3)
  expect(entries[0]).toMatchObject({ address: '10.0.4.0', failures: 1000 })
  expect(entries.at(-1)?.address).toBe('others')
})

test('refused passkeys of a known account: one audit entry each, up to its limit; the account is never locked', async () => {
  const { id } = await member()
  await db`
    insert into staff_passkeys (id, staff_id, credential_id, public_key, sign_count, transports, name, created_at)
    values (${randomUUID()}, ${id}, 'known', '\\x00', 0, '{}', 'Key', ${clock.now})`
  const before = await count('audit_log')
  for (let i = 0; i < 15; i += 1)
    expect((await offerPasskey('203.0.113.9', 'known')).body.error).toBe('passkey_refused')
  expect(await count('audit_log')).toBe(before + 10)
  const [row] = await db`select address, failures::int as failures from unknown_sign_in_failures`
  expect(row).toEqual({ address: '203.0.113.9', failures: 5 })
})

test('429 too_many_sign_ins: 100 open steps from one address; another address and a known device can still begin one', async () => {
  const { device } = await member()
  const responses = await Promise.all(Array.from({ length: 130 }, () => begin(from('203.0.113.9'))))
  expect(responses.filter(({ status }) => status === 201).length).toBe(100)
  const refused = responses.find(({ status }) => status !== 201)
  expect([refused?.status, refused?.body]).toEqual([
    429,
    { error: 'too_many_sign_ins', details: { retryAfterSeconds: 600 } },
  ])
  expect((await begin(from('203.0.113.10'))).status).toBe(201)
  expect((await begin({ ...from('203.0.113.9'), cookie: device })).status).toBe(201)
  clock.advance(10 * MINUTE)
  expect((await begin(from('203.0.113.9'))).status).toBe(201)
})

test('over 10,000 open steps of strangers: the oldest are deleted; steps of known devices stay', async () => {
  const flood = () => db`
    insert into sign_in_steps (token_hash, purpose, origin, data, created_at, expires_at)
    select sha256(i::text::bytea), 'PASSKEY_USE', 'address:10.0.0.' || i, '{}',
      ${clock.now.toISOString()}::timestamptz + i * interval '1 ms', ${clock.now.toISOString()}::timestamptz + interval '10 minutes'
    from generate_series(1, 10005) as i`
  // After an earlier flood, PostgreSQL believes that the table has no rows.
  await flood()
  await db`delete from sign_in_steps`
  await db`analyze sign_in_steps`
  const { device } = await member()
  await begin({ ...from('203.0.113.9'), cookie: device })
  await flood()
  clock.advance(MINUTE)
  expect((await begin(from('203.0.113.9'))).status).toBe(201)
  const [kept] = await db`
    select count(*)::int as all, count(*) filter (where origin like 'device:%')::int as devices
    from sign_in_steps`
  expect(kept).toMatchObject({ all: 10_001, devices: 1 })
  const [{ origin }] = await db`
    select origin from sign_in_steps where origin like 'address:%' order by created_at limit 1`
  expect(origin).toBe('address:10.0.0.7')
})

test('a member has at most 20 open steps: a new one deletes the oldest', async () => {
  const { id, cookie } = await member()
  for (let i = 0; i < 22; i += 1)
    expect((await visitor('POST', '/session/passkeys/options', undefined, { ...OWN, cookie })).status).toBe(
      201,
    )
  const [{ steps }] = await db`select count(*)::int as steps from sign_in_steps where staff_id = ${id}`
  expect(steps).toBe(20)
})
