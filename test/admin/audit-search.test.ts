import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'

const harness = await createHarness()
const { db } = harness
const admin = heldToContract(harness.served, harness.admin)
const market = openMarket(admin)
const kopi = await market.shop({ name: 'Kopi Corner', slug: 'kopi-corner' })
const teh = await market.shop({ name: 'Teh House', slug: 'teh-house' })
const ofKopi = await market.offer(kopi.id, { title: '{b}Free{/b} toast', globalRedemptionCap: 500 })
const ofTeh = await market.offer(teh.id, { title: 'Free cendol', globalRedemptionCap: 70 })
await market.change(`/admin/vouchers/${ofKopi.id}`, { globalRedemptionCap: 300 })
await market.change(`/admin/vouchers/${ofTeh.id}`, { globalRedemptionCap: null })
await market.change(`/admin/merchants/${kopi.id}`, { description: 'Since 1968, in Jalan Ampang.' })
const robot = (await admin('POST', '/admin/keys', { name: 'Nightly robot', role: 'admin' })).body
await harness.as(robot.key)('PATCH', `/admin/merchants/${teh.id}`, { isActive: false })

const found = async (query: Record<string, string>): Promise<string[]> => {
  const { status, body } = await admin('GET', `/admin/audit?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body.items.map((entry: Record<string, string>) => `${entry.targetName}: ${entry.summary}`)
}
const CAPS = ['Free cendol: Cap removed (was 70)', 'Free toast: Cap 500 → 300']

test.each<[title: string, query: Record<string, string>, expected: string[]]>([
  ['a word for the action', { q: 'published' }, ['Free cendol: Published', 'Free toast: Published']],
  ['a word for the changed field', { q: 'cap' }, CAPS],
  ['words for field and record', { q: 'cap toast' }, ['Free toast: Cap 500 → 300']],
  ['a changed value', { q: '300' }, ['Free toast: Cap 500 → 300']],
  [
    'the beginning of a word in a text, in any case',
    { q: 'AMPA' },
    ['Kopi Corner: Description set to “Since 1968, in Jalan Ampang.”'],
  ],
  ['the name of the actor', { q: 'nightly deactivated' }, []],
  ['the name of the actor and of the record', { q: 'nightly teh' }, ['Teh House: Deactivated']],
  ['punctuation and quotes', { q: `'cap' & (toast:* | "` }, ['Free toast: Cap 500 → 300']],
  ['a text without a word', { q: '→ …' }, []],
  ['words that no entry has', { q: 'cap xylophone' }, []],
  [
    'a record by a part of its name',
    { record: 'CENDOL' },
    [CAPS[0] as string, 'Free cendol: Published', 'Free cendol: Created'],
  ],
  ['a record that does not exist', { record: 'xylophone' }, []],
  ['a record and words', { record: 'cendol', q: 'published' }, ['Free cendol: Published']],
  ['a kind of record', { kind: 'key' }, ['Nightly robot: Created']],
  [
    'a kind of record and words',
    { kind: 'voucher', q: 'free' },
    [
      ...CAPS,
      'Free cendol: Published',
      'Free toast: Published',
      'Free cendol: Created',
      'Free toast: Created',
    ],
  ],
  ['a person and words', { actor: robot.id, q: 'house' }, ['Teh House: Deactivated']],
  ['another person and words', { actor: robot.id, q: 'corner' }, []],
])('200: %s', async (_title, query, expected) => {
  const entries = await found(query)
  // Vouchers of both merchants are written in turn, so only the set is fixed.
  expect(entries.toSorted()).toEqual(expected.toSorted())
})

test('200: pages of a search have no gaps and no repeats, with old entries behind many new ones', async () => {
  await db`
    insert into audit_log (id, at, actor_kind, actor_name, action, target)
    select uuid_v7(), now(), 'system', 'counterfoil', 'session.refuse', 'staff:unknown' from generate_series(1, 5100)`
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = cursor === null ? '' : `&cursor=${cursor}`
    const { body } = await admin('GET', `/admin/audit?q=free&kind=voucher&limit=4${page}`)
    seen.push(...body.items.map(({ id }: { id: string }) => id))
    cursor = body.nextCursor
  } while (cursor !== null)
  expect([seen.length, new Set(seen).size]).toEqual([6, 6])
  expect(seen).toEqual(seen.toSorted().reverse())
})

test('a text without a space, in any script, is stored; its long words are left out', async () => {
  const text = `满100减20，${'每桌一次5折'.repeat(300)}`
  await market.change(`/admin/merchants/${teh.id}`, { description: text })
  expect(await found({ q: '满100' })).toEqual(['Teh House: Description added'])
})

test('CSV has the entries of the search, with names and words', async () => {
  const { body } = await admin('GET', '/admin/audit.csv?q=cap')
  expect(body.split('\r\n').slice(1, -1)).toHaveLength(2)
  expect(body).toContain('"Free toast","Cap 500 → 300"')
})

test.each(['q=', 'kind=claim', 'record=', 'q=%00'])('400 validation_failed: %s', async (query) => {
  const { status, body } = await admin('GET', `/admin/audit?${query}`)
  expect([status, body.error]).toEqual([400, 'validation_failed'])
})
