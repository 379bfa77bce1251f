import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'

const { admin, as, db, deps, clock, logs } = await createHarness()

let count = 0
const createMerchant = async () => {
  count += 1
  return (
    await admin('POST', '/admin/merchants', { name: 'Kopi', slug: `kopi-${count}`, category: 'F_AND_B' })
  ).body
}
const merchant = await createMerchant()

const outlet = (changes: object = {}) => ({
  name: 'Kopi Corner Suria',
  addressLine: 'Lot 241, Level 2',
  city: 'Kuala Lumpur',
  countryCode: 'my',
  ...changes,
})
const post = (changes: object = {}, merchantId = merchant.id) =>
  admin('POST', `/admin/merchants/${merchantId}/outlets`, outlet(changes))
const create = async (changes: object = {}, merchantId = merchant.id) =>
  (await post(changes, merchantId)).body
const patch = (id: string, changes: object, headers = {}) =>
  admin('PATCH', `/admin/outlets/${id}`, changes, headers)
const get = async (id: string) => (await admin('GET', `/admin/outlets/${id}`)).body
const audit = (id: string) =>
  db`select action, before, after from audit_log where target = ${`outlet:${id}`} order by id`
const state = () => db`
  select (select json_agg(o order by id) from outlets o) as outlets, (select count(*) from audit_log) as audited`
const pinHashOf = async (id: string) => {
  const [row] = await db<{ pinHash: Buffer }[]>`select pin_hash from outlets where id = ${id}`
  return row?.pinHash ?? Buffer.alloc(32)
}
const pinMatches = async (id: string, pin: string) => {
  return deps.vault.pinMatches(id, pin, await pinHashOf(id))
}

async function keyOf(role: 'merchant' | 'support', merchantIds: string[] | null) {
  return as((await admin('POST', '/admin/keys', { name: role, role, merchantIds })).body.key)
}

test('201: omitted fields get their defaults; the country code is stored in capitals', async () => {
  const created = await post()
  expect([created.status, created.headers.etag]).toEqual([201, '"1"'])
  expect(created.body).toEqual({
    ...outlet(),
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    merchantId: merchant.id,
    countryCode: 'MY',
    addressFull: '',
    state: '',
    postalCode: '',
    latitude: null,
    longitude: null,
    timezone: null,
    openingHours: null,
    redeemBy: 'PIN',
    isActive: true,
    hasPin: false,
    translations: {},
    createdAt: clock.now.toISOString(),
    updatedAt: clock.now.toISOString(),
    version: 1,
  })
  expect(await get(created.body.id)).toEqual(created.body)
  expect(await audit(created.body.id)).toEqual([
    { action: 'outlet.create', before: null, after: created.body },
  ])
})

test('201: every field is stored as given; the PIN is stored as a hash and shown as hasPin', async () => {
  const input = {
    addressFull: 'Jalan Ampang',
    state: 'Wilayah Persekutuan',
    postalCode: '50088',
    latitude: -90,
    longitude: 180,
    isActive: false,
  }
  const { status, body } = await post({ ...input, pin: '0042' })
  expect([status, body]).toEqual([201, expect.objectContaining({ ...input, hasPin: true })])
  expect(body).not.toHaveProperty('pin')
  expect([await pinMatches(body.id, '0042'), await pinMatches(body.id, '0043')]).toEqual([true, false])
})

test('200: PATCH changes only the given fields, and the audit entry has only those', async () => {
  const before = await create({ latitude: 3.1, longitude: 101.7, pin: '1234' })
  clock.advance(1000)
  const { status, body, headers } = await patch(before.id, {
    countryCode: 'sg',
    latitude: 1.3,
    isActive: false,
  })
  expect([status, headers.etag]).toEqual([200, '"2"'])
  const updatedAt = clock.now.toISOString()
  expect(body).toEqual({
    ...before,
    countryCode: 'SG',
    latitude: 1.3,
    isActive: false,
    updatedAt,
    version: 2,
  })
  expect(await get(before.id)).toEqual(body)
  expect(await pinMatches(before.id, '1234')).toBe(true)
  expect((await audit(before.id)).at(-1)).toEqual({
    action: 'outlet.update',
    before: { countryCode: 'MY', latitude: 3.1, isActive: true },
    after: { countryCode: 'SG', latitude: 1.3, isActive: false },
  })
})

const spans = (...texts: string[]) =>
  texts.map((text) => {
    const [day, opens, closes] = text.split(/[ -]/)
    return { day, opens, closes }
  })
const hours = (weekly: object[], exceptions: object[] = []) => ({ openingHours: { weekly, exceptions } })

test('201 and 200: opening hours are stored in order, replaced as a whole and removed; the history says so in words', async () => {
  const holiday = { date: '2026-12-25', hours: [], note: 'Christmas' }
  const created = await create({
    timezone: 'Asia/Kuching',
    ...hours(spans('TU 20:00-02:00', 'MO 13:00-18:00', 'MO 09:00-12:00'), [holiday]),
  })
  expect(created).toMatchObject({
    timezone: 'Asia/Kuching',
    ...hours(spans('MO 09:00-12:00', 'MO 13:00-18:00', 'TU 20:00-02:00'), [holiday]),
  })
  const week = hours(spans('SU 00:00-24:00'))
  expect((await patch(created.id, week)).body).toMatchObject({ timezone: 'Asia/Kuching', ...week })
  expect((await patch(created.id, hours(spans('SU 10:00-12:00')))).status).toBe(200)
  const removed = await patch(created.id, { openingHours: null, timezone: null })
  expect(removed.body).toMatchObject({ timezone: null, openingHours: null })
  const { items } = (await admin('GET', `/admin/history?target=outlet:${created.id}`)).body
  expect(items.slice(0, 3).map(({ summary }: { summary: string }) => summary)).toEqual([
    'Time zone removed (was Asia/Kuching); Opening hours removed (was Sun 10:00–12:00)',
    'Opening hours Sun 00:00–24:00 → Sun 10:00–12:00',
    'Opening hours changed',
  ])
  expect(items[2].changes).toEqual([
    {
      field: 'Opening hours',
      property: 'openingHours',
      from: 'Mon 09:00–12:00, 13:00–18:00; Tue 20:00–02:00; 25 Dec 2026 closed “Christmas”',
      to: 'Sun 00:00–24:00',
    },
  ])
})

test('200: hours that touch, run past midnight or fill the week do not overlap', async () => {
  for (const weekly of [
    spans('MO 09:00-12:00', 'MO 12:00-18:00'),
    spans('SU 22:00-02:00', 'MO 02:00-05:00'),
    spans('MO 00:00-24:00', 'TU 00:00-24:00'),
    spans('MO 18:00-00:00', 'TU 00:00-06:00'),
  ]) {
    expect((await post(hours(weekly))).status).toBe(201)
  }
})

test('200: latitude and longitude are cleared together', async () => {
  const { id } = await create({ latitude: 3.1, longitude: 101.7 })
  expect((await patch(id, { latitude: null, longitude: null })).body).toMatchObject({
    latitude: null,
    longitude: null,
  })
})

test('200: a PIN is set, replaced and cleared; the audit log has each change without the digits', async () => {
  const { id } = await create()
  expect((await patch(id.toUpperCase(), { pin: '7391' })).body).toMatchObject({ hasPin: true, version: 2 })
  expect(await pinMatches(id, '7391')).toBe(true)
  expect((await patch(id, { pin: '8402' })).body.hasPin).toBe(true)
  expect([await pinMatches(id, '8402'), await pinMatches(id, '7391')]).toEqual([true, false])
  expect((await patch(id, { pin: null })).body.hasPin).toBe(false)
  const [row] = await db`select pin_hash from outlets where id = ${id}`
  expect(row).toEqual({ pinHash: null })
  expect((await audit(id)).slice(1)).toEqual([
    { action: 'outlet.pin.set', before: { hasPin: false }, after: { hasPin: true } },
    { action: 'outlet.pin.set', before: {}, after: {} },
    { action: 'outlet.pin.clear', before: { hasPin: true }, after: { hasPin: false } },
  ])
})

test('200: a PIN changed with other fields gets a separate audit entry', async () => {
  const { id } = await create()
  await patch(id, { pin: '5567', name: 'Moved' })
  const entries = (await audit(id)).slice(1)
  expect(entries).toHaveLength(2)
  expect(entries).toContainEqual({
    action: 'outlet.pin.set',
    before: { hasPin: false },
    after: { hasPin: true },
  })
  expect(entries).toContainEqual({
    action: 'outlet.update',
    before: { name: 'Kopi Corner Suria' },
    after: { name: 'Moved' },
  })
})

test('no response, audit entry or log line contains a PIN or its hash', async () => {
  const pin = '6174'
  const created = await post({ pin, postalCode: '' })
  const { id } = created.body
  const responses = [created, await patch(id, { pin }), await admin('GET', `/admin/outlets/${id}`)]
  for (const { body } of responses) {
    expect(Object.keys(body)).not.toContain('pin')
    expect(Object.keys(body)).not.toContain('pinHash')
  }
  const pinHash = await pinHashOf(id)
  const entries = await audit(id)
  expect(JSON.stringify(entries)).not.toMatch(/"pin(Hash)?"/)
  const written = JSON.stringify(entries) + logs.join('')
  expect(written).not.toContain(`"${pin}"`)
  expect(written).not.toContain(pinHash.toString('hex'))
  expect(written).not.toContain(pinHash.toString('base64'))
})

const bad: [string, object, string][] = [
  ['a latitude beyond the pole', { latitude: 90.1, longitude: 0 }, '/latitude'],
  ['a longitude beyond the date line', { latitude: 0, longitude: -180.1 }, '/longitude'],
  ['a latitude as text', { latitude: '3.1', longitude: 101.7 }, '/latitude'],
  ['a latitude with a null longitude', { latitude: 3.1, longitude: null }, '/longitude'],
  ['a PIN of 3 digits', { pin: '123' }, '/pin'],
  ['a PIN of 5 digits', { pin: '12345' }, '/pin'],
  ['a PIN of Arabic-Indic digits', { pin: '١٢٣٤' }, '/pin'],
  ['a PIN with a trailing line feed', { pin: '1234\n' }, '/pin'],
  ['a PIN as a number', { pin: 1234 }, '/pin'],
  ['an empty PIN', { pin: '' }, '/pin'],
  ['a country of three letters', { countryCode: 'MYS' }, '/countryCode'],
  ['a country in letters beyond ASCII', { countryCode: 'ßß' }, '/countryCode'],
  ['an empty name', { name: '' }, '/name'],
  ['a NUL in the city', { city: 'Kuala\0Lumpur' }, '/city'],
  ['an unknown time zone', { timezone: 'Asia/Kuala Lumpur' }, '/timezone'],
  ['a time zone that is an offset', { timezone: '+08:00' }, '/timezone'],
  ['opening hours without exceptions', { openingHours: { weekly: [] } }, '/openingHours/exceptions'],
  ['an unknown day', hours(spans('XX 09:00-18:00')), '/openingHours/weekly/0/day'],
  ['opening at 24:00', hours(spans('MO 24:00-18:00')), '/openingHours/weekly/0/opens'],
  ['closing at 24:01', hours(spans('MO 09:00-24:01')), '/openingHours/weekly/0/closes'],
  ['a time without minutes', hours(spans('MO 9-18:00')), '/openingHours/weekly/0/opens'],
  ['hours that close when they open', hours(spans('MO 09:00-09:00')), '/openingHours/weekly/0/closes'],
  ['hours that overlap on a day', hours(spans('MO 17:00-20:00', 'MO 09:00-18:00')), '/openingHours/weekly/0'],
  [
    'hours past midnight that overlap the next day',
    hours(spans('MO 20:00-03:00', 'TU 02:00-05:00')),
    '/openingHours/weekly/1',
  ],
  [
    'hours of Sunday that overlap Monday',
    hours(spans('SU 20:00-03:00', 'MO 02:00-05:00')),
    '/openingHours/weekly/1',
  ],
  ['29 weekly hours', hours(Array(29).fill(spans('MO 09:00-18:00')[0])), '/openingHours/weekly'],
  [
    'a date that does not exist',
    hours([], [{ date: '2026-02-30', hours: [], note: null }]),
    '/openingHours/exceptions/0/date',
  ],
  [
    'a date that occurs twice',
    hours([], Array(2).fill({ date: '2026-12-25', hours: [], note: null })),
    '/openingHours/exceptions/1/date',
  ],
  [
    'hours that overlap on a date',
    hours(
      [],
      [{ date: '2026-12-25', hours: Array(2).fill({ opens: '09:00', closes: '18:00' }), note: null }],
    ),
    '/openingHours/exceptions/0/hours/1',
  ],
  [
    '101 exceptions',
    hours([], Array(101).fill({ date: '2026-12-25', hours: [], note: null })),
    '/openingHours/exceptions',
  ],
  ['hasPin, which is read-only', { hasPin: true }, '/hasPin'],
  ['another merchant', { merchantId: randomUUIDv7() }, '/merchantId'],
]

test.each([
  ...bad,
  ['a latitude without a longitude', { latitude: 3.1 }, '/longitude'] as const,
  ['a longitude without a latitude', { longitude: 101.7 }, '/latitude'] as const,
])('400 validation_failed on POST: %s, nothing written', async (_name, changes, path) => {
  const before = await state()
  const refused = await post(changes)
  expect([refused.status, refused.body.error]).toEqual([400, 'validation_failed'])
  expect(refused.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect(await state()).toEqual(before)
})

test.each([
  ...bad,
  ['a latitude for an outlet without a position', { latitude: 3.1 }, '/longitude'] as const,
  ['a longitude for an outlet without a position', { longitude: 101.7 }, '/longitude'] as const,
])('400 validation_failed on PATCH: %s, nothing changed', async (_name, changes, path) => {
  const { id } = await create({ pin: '1111' })
  const before = await state()
  const refused = await patch(id, { state: 'Changed too', ...changes })
  expect([refused.status, refused.body.error]).toEqual([400, 'validation_failed'])
  expect(refused.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect(await state()).toEqual(before)
})

test('400 validation_failed: only latitude or only longitude cleared, nothing changed', async () => {
  const { id } = await create({ latitude: 3.1, longitude: 101.7 })
  const before = await state()
  for (const half of [{ latitude: null }, { longitude: null }]) {
    const refused = await patch(id, half)
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, '/longitude'])
  }
  expect(await state()).toEqual(before)
})

test('412 version_conflict: If-Match of an older version; without it the change applies', async () => {
  const { id } = await create()
  expect((await patch(id, { name: 'Second' }, { 'if-match': '"1"' })).body.version).toBe(2)
  const before = await state()
  const stale = await patch(id, { pin: '9999' }, { 'if-match': '"1"' })
  expect([stale.status, stale.body]).toEqual([412, { error: 'version_conflict' }])
  expect(await state()).toEqual(before)
  expect((await patch(id, { name: 'Third' })).body).toMatchObject({ name: 'Third', version: 3 })
})

test('404 not_found: an unknown id, an invalid id, nothing written', async () => {
  const before = await state()
  for (const id of [randomUUIDv7(), 'kopi']) {
    for (const response of [
      await admin('GET', `/admin/outlets/${id}`),
      await patch(id, { name: 'X' }),
      await admin('GET', `/admin/merchants/${id}/outlets`),
      await post({}, id),
    ]) {
      expect([response.status, response.body], id).toEqual([404, { error: 'not_found' }])
    }
  }
  expect(await state()).toEqual(before)
})

test('200: pages are newest first, of this merchant only', async () => {
  const own = await createMerchant()
  const created = await Promise.all(Array.from({ length: 5 }, () => create({}, own.id)))
  const seen: string[] = []
  const sizes: number[] = []
  let cursor: string | null = null
  do {
    const path: string = `/admin/merchants/${own.id}/outlets?limit=2${cursor ? `&cursor=${cursor}` : ''}`
    const { body } = await admin('GET', path)
    seen.push(...body.items.map(({ id }: { id: string }) => id))
    sizes.push(body.items.length)
    cursor = body.nextCursor
  } while (cursor)
  expect(sizes).toEqual([2, 2, 1])
  expect(seen).toEqual(
    created
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  )
})

test('200: q searches name and address; % and _ are plain characters', async () => {
  const own = await createMerchant()
  const [percent, underscore] = [
    await create({ name: '100% Kopi' }, own.id),
    await create({ city: 'Port_Klang' }, own.id),
  ]
  const found = async (q: string) =>
    (await admin('GET', `/admin/merchants/${own.id}/outlets?q=${encodeURIComponent(q)}`)).body.items.map(
      ({ id }: { id: string }) => id,
    )
  expect(await found('%')).toEqual([percent.id])
  expect(await found('_')).toEqual([underscore.id])
  expect(await found('port_k')).toEqual([underscore.id])
  expect(await found('LOT 241')).toHaveLength(2)
  expect(await found('elsewhere')).toEqual([])
})

test('404 not_found: a merchant’s key with an outlet of another merchant; it manages its own outlets and PINs', async () => {
  const [own, other] = [await createMerchant(), await createMerchant()]
  const foreign = await create({ pin: '1234' }, other.id)
  const call = await keyOf('merchant', [own.id])
  const created = await call('POST', `/admin/merchants/${own.id}/outlets`, outlet({ pin: '2222' }))
  expect([created.status, created.body.hasPin]).toEqual([201, true])
  expect((await call('PATCH', `/admin/outlets/${created.body.id}`, { pin: null })).body.hasPin).toBe(false)
  expect((await call('GET', `/admin/merchants/${own.id}/outlets`)).body.items).toHaveLength(1)
  const before = await state()
  for (const response of [
    await call('GET', `/admin/outlets/${foreign.id}`),
    await call('PATCH', `/admin/outlets/${foreign.id}`, { pin: '0000' }),
    await call('GET', `/admin/merchants/${other.id}/outlets`),
    await call('POST', `/admin/merchants/${other.id}/outlets`, outlet()),
  ]) {
    expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
  }
  expect(await state()).toEqual(before)
})

test('403 forbidden: support may read outlets but not change them', async () => {
  const { id } = await create()
  const call = await keyOf('support', null)
  const before = await state()
  expect((await call('GET', `/admin/outlets/${id}`)).status).toBe(200)
  expect((await call('PATCH', `/admin/outlets/${id}`, { pin: null })).status).toBe(403)
  expect((await call('POST', `/admin/merchants/${merchant.id}/outlets`, outlet())).status).toBe(403)
  expect(await state()).toEqual(before)
})

test('a change is announced once, at its commit; a refused change is not', async () => {
  const heard: string[] = []
  await db.listen('catalog', (payload) => void heard.push(payload))
  const { id } = await create()
  await patch(id, { pin: '1234' })
  await patch(id, { latitude: 1 })
  await db`select pg_notify('catalog', 'end')`
  await expect.poll(() => heard).toEqual(['', '', 'end'])
})
