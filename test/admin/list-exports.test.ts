import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTill, PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, as, db } = harness
const partner = await onboardIssuer(harness, { webhookUrl: 'http://127.0.0.1:9/hooks' })
const till = await openTill(harness)
const market = openMarket(admin)

beforeAll(async () => {
  await market.merchant({ name: '=1+1', description: 'Quoted, "twice"' })
  await market.outlet(till.merchant.id, { name: 'Annex', city: 'Melaka' })
  const voucher = await till.offer({ title: '{b}Free{/b} kopi' })
  for (const name of ['aina', 'badrul']) {
    const user = visitorsOf(harness, partner)(name, { email: `${name}@example.com` })
    await till.redeem(user, voucher.id)
    await till.redeem(user, voucher.id)
  }
})

const outlets = `/admin/merchants/${till.merchant.id}/outlets`

test.each([
  ['/admin/merchants', 'merchants.csv', '?isActive=true&sort=name'],
  [outlets, 'outlets.csv', '?q=annex'],
  ['/admin/users', 'users.csv', `?partnerId=${partner.id}`],
  ['/admin/deliveries', 'deliveries.csv', '?type=REDEMPTION_CREATED&sort=createdAt'],
  ['/admin/refusals', 'refusals.csv', '?code=limit_reached'],
])('200: %s as CSV: the rows of the list, with its filters and its sort', async (path, file, query) => {
  const { status, headers, body } = await admin('GET', `${path}.csv${query}`)
  expect([status, headers['content-disposition']]).toEqual([200, `attachment; filename="${file}"`])
  const rows: Record<string, string>[] = parse(body, { columns: true })
  const { items } = (await admin('GET', `${path}${query}`)).body
  expect(items.length).toBeGreaterThan(0)
  expect(rows.map(({ id }) => id)).toEqual(items.map(({ id }: { id: string }) => id))
  for (const [place, row] of rows.entries()) {
    for (const [name, value] of Object.entries(items[place])) {
      if (row[name] === undefined || name === 'voucherTitle') continue
      // Text that a spreadsheet would read as a formula starts with an apostrophe.
      expect([name, row[name].replace(/^'(?==)/, '')]).toEqual([name, String(value ?? '')])
    }
  }
})

test('no CSV has a PIN, its hash, an event or the response of a receiver', async () => {
  const [stored] = await db<{ pinHash: Buffer }[]>`select pin_hash from outlets where id = ${till.outlet.id}`
  const hash = stored?.pinHash ?? Buffer.alloc(0)
  for (const path of [outlets, '/admin/deliveries', '/admin/merchants', '/admin/users', '/admin/refusals']) {
    const { body } = await admin('GET', `${path}.csv`)
    for (const secret of [
      `"${PIN}"`,
      hash.toString('hex'),
      hash.toString('base64'),
      'pinHash',
      'body',
      'response',
    ])
      expect([path, body.includes(secret)]).toEqual([path, false])
  }
})

test('404 not_found: outlets of a merchant that does not exist, as CSV', async () => {
  const { status } = await admin('GET', '/admin/merchants/0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d/outlets.csv')
  expect(status).toBe(404)
})

test('an export of users is recorded with its partner, and never with the text of its search', async () => {
  const exports = async () => (await admin('GET', '/admin/audit?action=users.export&limit=2')).body.items
  await admin('GET', '/admin/users.csv?q=aina@example.com')
  const [ofAll] = await exports()
  expect(ofAll).toMatchObject({ target: 'installation', after: { partnerId: null, isSearch: true } })
  expect(JSON.stringify(ofAll)).not.toContain('aina')

  const key = (await admin('POST', '/admin/keys', { name: 'own', role: 'partner', partnerId: partner.id }))
    .body
  const { body } = await as(key.key)('GET', '/admin/users.csv')
  expect(parse(body, { columns: true })).toHaveLength(2)
  const [ofPartner] = await exports()
  expect(ofPartner).toMatchObject({
    actor: { kind: 'key', name: 'own' },
    target: `partner:${partner.id}`,
    after: { partnerId: partner.id, isSearch: false },
  })
})

test('403 forbidden: support and merchants cannot export users, and nothing is recorded', async () => {
  const before = (await admin('GET', '/admin/audit?action=users.export')).body.items.length
  for (const access of [{ role: 'support' }, { role: 'merchant', merchantIds: [till.merchant.id] }]) {
    const { key } = (await admin('POST', '/admin/keys', { name: 'other', ...access })).body
    expect((await as(key)('GET', '/admin/users.csv')).status).toBe(403)
  }
  const after = (await admin('GET', '/admin/audit?action=users.export')).body.items.length
  expect(after).toBe(before)
})
