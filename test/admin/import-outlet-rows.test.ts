import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'

const harness = await createHarness()
const { db } = harness
const as = (key: string): Call => heldToContract(harness.served, harness.as(key))
const admin = as(ADMIN_KEY)
const market = openMarket(admin)

const HEADER = 'name,addressLine,city,countryCode,latitude,longitude,pin'
const send = (merchantId: string, lines: string[], query = '', call = admin) =>
  call('POST', `/admin/merchants/${merchantId}/outlets/import${query}`, lines.join('\n'), {
    'content-type': 'text/csv',
  })
const DRY = '?dryRun=true'
const outletsOf = (merchantId: string) =>
  db`select name, address_line, country_code, latitude, pin_hash is not null as has_pin, version
    from outlets where merchant_id = ${merchantId} order by name`

async function openShop() {
  const { id } = await market.merchant()
  const same = await market.outlet(id, {
    name: 'Same',
    addressLine: 'Jalan 1',
    city: 'Ipoh',
    latitude: 3,
    longitude: 101,
  })
  const old = await market.outlet(id, { name: 'Old', addressLine: 'Jalan 2', city: 'Ipoh' })
  return { id: id as string, same, old }
}
const LINES = [
  HEADER,
  'Same,Jalan 1,Ipoh,my,3,101,',
  'Old,Jalan 22,Ipoh,MY,,,',
  '"New, at last",Jalan 3,Ipoh,MY,3.5,101.5,0042',
]

test('200 dryRun: each row is new, changed or unchanged, and nothing is written', async () => {
  const { id, same, old } = await openShop()
  const before = await outletsOf(id)
  const { status, body } = await send(id, LINES, DRY)
  expect([status, body]).toEqual([
    200,
    {
      dryRun: true,
      totals: { new: 1, changed: 1, unchanged: 1, wrong: 0 },
      rows: [
        { line: 2, status: 'unchanged', name: 'Same', outletId: same.id, changes: [], issues: [] },
        { line: 3, status: 'changed', name: 'Old', outletId: old.id, changes: ['addressLine'], issues: [] },
        { line: 4, status: 'new', name: 'New, at last', outletId: null, changes: [], issues: [] },
      ],
    },
  ])
  expect(await outletsOf(id)).toEqual(before)
})

test('200: all rows are written and audited; an unchanged outlet keeps its version; a repeat changes nothing', async () => {
  const { id, same, old } = await openShop()
  const { body } = await send(id, LINES)
  expect([body.dryRun, body.totals]).toEqual([false, { new: 1, changed: 1, unchanged: 1, wrong: 0 }])
  expect(await outletsOf(id)).toMatchObject([
    { name: 'New, at last', addressLine: 'Jalan 3', latitude: 3.5, hasPin: true },
    { name: 'Old', addressLine: 'Jalan 22', version: old.version + 1 },
    { name: 'Same', countryCode: 'MY', version: same.version },
  ])
  const audit = await admin('GET', `/admin/audit?target=outlet:${body.rows[2].outletId}`)
  expect(audit.body.items.map(({ action }: { action: string }) => action)).toEqual(['outlet.create'])
  const again = await send(id, LINES.slice(0, 3))
  expect(again.body.totals).toEqual({ new: 0, changed: 0, unchanged: 2, wrong: 0 })
})

const HOURS = 'Mo-Fr 09:00-18:00; Sa 10:00-14:00; 2026-12-25 closed "Christmas"'

test('200: opening hours and time zone are columns; the same hours are no change; the export has them in the same form', async () => {
  const { id } = await market.merchant()
  const header = 'name,addressLine,city,countryCode,timezone,openingHours'
  const row = (text: string) => `A,Jalan,Ipoh,MY,Asia/Kuching,"${text.replaceAll('"', '""')}"`
  await send(id, [header, row(HOURS)])
  const [outlet] = (await admin('GET', `/admin/merchants/${id}/outlets`)).body.items
  expect(outlet).toMatchObject({ timezone: 'Asia/Kuching', openingHours: { weekly: { length: 6 } } })
  expect(outlet.openingHours.exceptions).toEqual([{ date: '2026-12-25', hours: [], note: 'Christmas' }])
  const same = await send(id, [header, row(`SA 10:00 – 14:00; ${HOURS.replace('; Sa 10:00-14:00', '')}`)])
  expect(same.body.totals).toMatchObject({ unchanged: 1 })
  const other = await send(id, [header, row('Mo-Su 00:00-24:00')])
  expect(other.body.rows[0]).toMatchObject({ status: 'changed', changes: ['openingHours'] })
  const { body: csv } = await admin('GET', `/admin/merchants/${id}/outlets.csv`)
  expect(csv).toContain('"Asia/Kuching","Mo-Su 00:00-24:00"')
})

test.each([
  ['openingHours', 'Mo-Fr 9-18', 'has “Mo-Fr 9-18”: write times as 09:00-18:00, or closed'],
  ['openingHours', 'Mo 9:00-26:00', 'must be a time from 00:00 to 24:00'],
  [
    'openingHours',
    'Mo-Fr 09:00-18:00; We 17:00-20:00',
    'must not overlap: WE 17:00-20:00 and WE 09:00-18:00',
  ],
  ['timezone', 'Kuala Lumpur', 'must be an IANA time zone name, as in Asia/Kuala_Lumpur'],
])(
  '400 validation_failed: the column %s with %s names the line and says %s',
  async (column, cell, message) => {
    const { id } = await market.merchant()
    const lines = [`name,addressLine,city,countryCode,${column}`, `A,Jalan,Ipoh,MY,${cell}`]
    const { status, body } = await send(id, lines)
    expect([status, body.issues]).toMatchObject([
      400,
      [{ path: expect.any(String), message: expect.any(String) }],
    ])
    expect(body.issues[0].path).toMatch(new RegExp(`^/line 2/${column}`))
    expect(body.issues[0].message).toContain(message)
  },
)

const WRONG: [what: string, row: string, issue: object][] = [
  [
    'a PIN with letters',
    'A,Jalan,Ipoh,MY,,,12a4',
    { path: '/pin', message: 'must be exactly 4 digits, 0 to 9' },
  ],
  ['no city', 'A,Jalan,,MY,,,', { path: '/city', message: 'is required' }],
  ['a latitude alone', 'A,Jalan,Ipoh,MY,3,,', { path: '/longitude', message: expect.any(String) }],
  ['too few fields', 'A,Jalan', { path: '', message: 'has 2 fields; the header has 7' }],
  [
    'a name that occurs twice',
    'Fine,Jalan,Ipoh,MY,,,',
    { path: '/name', message: 'is the same as on line 2' },
  ],
]

test.each(WRONG)(
  '%s: a dry run marks the row as wrong and names the issue; the import is 400 and writes nothing',
  async (_what, row, issue) => {
    const { id } = await market.merchant()
    const lines = [HEADER, 'Fine,Jalan 1,Ipoh,MY,,,', row]
    const dry = await send(id, lines, DRY)
    expect(dry.body.totals).toMatchObject({ new: 1, wrong: 1 })
    expect(dry.body.rows[1]).toMatchObject({ line: 3, status: 'wrong', issues: [issue] })
    const real = await send(id, lines)
    expect([real.status, real.body.error]).toEqual([400, 'validation_failed'])
    expect(real.body.issues[0].path).toMatch(/^\/line 3/)
    expect(await outletsOf(id)).toEqual([])
  },
)

test('a row is wrong if several outlets have its name', async () => {
  const { id } = await market.merchant()
  for (let i = 0; i < 2; i += 1) await market.outlet(id, { name: 'Twin' })
  const { body } = await send(id, [HEADER, 'Twin,Jalan,Ipoh,MY,,,'], DRY)
  expect(body.rows[0]).toMatchObject({ status: 'wrong', outletId: null })
})

test('200: 10,000 rows of which 37 are wrong; 400: 10,001 rows', async () => {
  const { id } = await market.merchant()
  const rows = Array.from(
    { length: 10_000 },
    (_, i) => `Outlet ${i},Jalan ${i},Ipoh,${i < 37 ? 'MYS' : 'MY'},,,`,
  )
  const { body } = await send(id, [HEADER, ...rows], DRY)
  expect(body.totals).toEqual({ new: 9963, changed: 0, unchanged: 0, wrong: 37 })
  expect((await send(id, [HEADER, ...rows])).body.issues).toHaveLength(37)
  const tooMany = await send(id, [HEADER, ...rows, 'One more,Jalan,Ipoh,MY,,,'], DRY)
  expect([tooMany.status, tooMany.body.issues[0].message]).toEqual([
    400,
    'the file has more than 10,000 rows',
  ])
}, 60_000)

test('400 validation_failed: an unknown column, a missing one, an empty file', async () => {
  const { id } = await market.merchant()
  const unknown = await send(id, [`${HEADER},owner`])
  expect(unknown.body.issues[0].path).toBe('/owner')
  expect((await send(id, ['name'])).body.issues).toHaveLength(3)
  expect((await send(id, ['\n'])).status).toBe(400)
})

test('413 payload_too_large: over 8 MiB', async () => {
  const { id } = await market.merchant()
  const { status, body } = await send(id, [HEADER, 'x'.repeat(9 * 1024 * 1024)])
  expect([status, body.error]).toEqual([413, 'payload_too_large'])
})

test('404 not_found: an unknown merchant, another merchant', async () => {
  expect((await send(randomUUID(), LINES)).status).toBe(404)
  const [own, other] = [await market.merchant(), await market.merchant()]
  const access = { name: 'key', role: 'merchant', merchantIds: [own.id] }
  const call = as((await admin('POST', '/admin/keys', access)).body.key)
  expect((await send(own.id, LINES, '', call)).status).toBe(200)
  expect((await send(other.id, LINES, '', call)).status).toBe(404)
})

test('200: the column redeemBy; 400: an unknown way', async () => {
  const { id } = await openShop()
  const header = 'name,addressLine,city,countryCode,redeemBy'
  const { body: imported } = await send(id, [header, 'Both,Jalan 1,Ipoh,MY,BOTH'])
  const outlet = await admin('GET', `/admin/outlets/${imported.rows[0].outletId}`)
  expect(outlet.body.redeemBy).toBe('BOTH')
  const { status, body } = await send(id, [header, 'Other,Jalan 1,Ipoh,MY,NFC'])
  expect([status, body.issues[0].path]).toEqual([400, '/line 2/redeemBy'])
})
