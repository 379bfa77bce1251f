import { beforeAll, expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'

const harness = await createHarness()
const { served, as, clock } = harness
const admin = heldToContract(served, harness.admin)
const market = openMarket(admin)

type Day = Record<'publishes' | 'starts' | 'runs' | 'ends' | 'unpublishes', number> & { date: string }
type Item = { id: string; title: string; merchantName: string }

const ids: Record<string, string> = {}
let kopiId = ''

/** Kuala Lumpur is 8 hours ahead, so 16:00 UTC is the midnight that begins the next day there. */
beforeAll(async () => {
  clock.now = new Date('2026-11-20T00:00:00Z')
  const kopi = await market.shop({ name: 'Kopi Corner', timezone: 'Asia/Kuala_Lumpur' })
  const tea = await market.shop({ name: 'A Tea House' })
  kopiId = kopi.id
  const schedule = async (id: string, publishAt: string | null, unpublishAt: string | null) => {
    const { status } = await admin('PUT', `/admin/vouchers/${id}/schedule`, { publishAt, unpublishAt })
    expect(status).toBe(200)
    return id
  }
  const draft = async (title: string) => (await market.draft(kopi.id, { title })).id
  ids.planned = await schedule(await draft('Planned'), '2026-11-30T16:00:00Z', '2026-12-10T16:00:00Z')
  ids.open = (await market.offer(tea.id, { title: 'Open' })).id
  ids.period = (
    await market.offer(kopi.id, {
      title: 'Period',
      validFrom: '2026-12-05T02:00:00Z',
      validUntil: '2026-12-07T02:00:00Z',
    })
  ).id
  ids.later = await schedule(await draft('Later'), '2027-01-31T16:00:00Z', null)
  await draft('Draft without a time')
  const before = await market.offer(kopi.id, { title: 'Taken back' })
  await market.unpublish(before.id)
})

const calendar = async (query: string, call = admin) => {
  const { status, body } = await call('GET', `/admin/calendar?timezone=Asia/Kuala_Lumpur&${query}`)
  expect(status).toBe(200)
  return body as { days: Day[]; items: Item[]; nextCursor: string | null; from: string; until: string }
}
const titles = async (query: string) => (await calendar(query)).items.map(({ title }) => title)

test('200: the month of the time zone, its vouchers by merchant, and what happens on each day', async () => {
  const { from, until, days, items } = await calendar('month=2026-12&count=true')
  expect([from, until]).toEqual(['2026-11-30T16:00:00.000Z', '2026-12-31T16:00:00.000Z'])
  expect(items.map(({ merchantName, title }) => [merchantName, title])).toEqual([
    ['A Tea House', 'Open'],
    ['Kopi Corner', 'Planned'],
    ['Kopi Corner', 'Period'],
  ])
  expect(items[1]).toMatchObject({
    ...{ state: 'DRAFT', publishAt: '2026-11-30T16:00:00.000Z', unpublishAt: '2026-12-10T16:00:00.000Z' },
    ...{ runsFrom: '2026-11-30T16:00:00.000Z', runsUntil: '2026-12-10T16:00:00.000Z' },
  })
  const none = { publishes: 0, starts: 0, ends: 0, unpublishes: 0 }
  expect(days).toHaveLength(31)
  expect(days[0]).toEqual({ date: '2026-12-01', ...none, publishes: 1, runs: 2 })
  expect(days[4]).toEqual({ date: '2026-12-05', ...none, starts: 1, runs: 3 })
  expect(days[6]).toEqual({ date: '2026-12-07', ...none, ends: 1, runs: 3 })
  // Unpublished at the midnight that begins the 11th, it does not run on that day.
  expect([days[9], days[10]].map((day) => [day?.runs, day?.unpublishes])).toEqual([
    [2, 0],
    [1, 1],
  ])
})

test.each([
  ['month=2026-12&event=PUBLISHES', ['Planned']],
  ['month=2026-12&event=STARTS', ['Period']],
  ['month=2026-12&event=RUNS&day=2026-12-08', ['Open', 'Planned']],
  ['month=2026-12&day=2026-12-11', ['Open', 'Planned']],
  ['month=2026-12&q=peri', ['Period']],
  ['month=2027-02', ['Open', 'Later']],
  ['month=2026-10', []],
])('200: %s', async (query, expected) => {
  expect(await titles(query)).toEqual(expected)
})

test('200: pages by merchant; a merchant sees only its own', async () => {
  const first = await calendar('month=2026-12&limit=2')
  const second = await calendar(`month=2026-12&limit=2&cursor=${first.nextCursor}`)
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([ids.open, ids.planned, ids.period])
  const { body } = await admin('POST', '/admin/keys', {
    name: 'Shop',
    role: 'merchant',
    merchantIds: [kopiId],
  })
  const own = await calendar('month=2026-12', as(body.key))
  expect(own.items.map(({ title }) => title)).toEqual(['Planned', 'Period'])
  expect(own.days[0]?.runs).toBe(1)
})

test('400: a day outside of the month, an unknown time zone', async () => {
  for (const [query, path] of [
    ['month=2026-12&day=2026-11-30', '/day'],
    ['month=2026-11&day=2026-11-31', '/day'],
    ['month=2026-12&timezone=Mars/Base', '/timezone'],
  ]) {
    const { status, body } = await admin('GET', `/admin/calendar?${query}`)
    expect([status, body.issues[0].path]).toEqual([400, path])
  }
})

test('200: a day begins at its midnight, also after the clock has changed by half an hour', async () => {
  const zone = 'Australia/Lord_Howe'
  const midnight = Temporal.ZonedDateTime.from(`2027-10-10T00:00[${zone}]`)
  for (const start of [midnight, midnight.subtract({ minutes: 1 })])
    await market.offer(kopiId, { validFrom: start.toInstant().toString() })
  const { body } = await admin('GET', `/admin/calendar?month=2027-10&timezone=${zone}`)
  const days: Day[] = body.days
  expect([days[8], days[9]].map((day) => [day?.starts, day?.runs])).toEqual([
    [1, 3],
    [1, 4],
  ])
})
