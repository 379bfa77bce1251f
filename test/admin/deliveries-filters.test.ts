import { EVENT_TYPES } from '@counterfoil/contract/events.ts'
import { beforeAll, expect, test } from 'vitest'
import { CLI } from '../../src/domain/actors/caller.ts'
import {
  countDeliveries,
  DELIVERY_LIST,
  type DeliveryFilter,
  listDeliveries,
} from '../../src/domain/webhooks/delivery-list-queries.ts'
import { createHarness } from '../support/harness.ts'
import { onboard } from '../support/signing.ts'

/** More partners than fit on a page; in each state, some partners have few deliveries and some have many. */
const { admin, db } = await createHarness()
const PARTNERS = 30
const LIMIT = 20
const STATES = ['PENDING', 'DELIVERED', 'FAILED', 'UNDELIVERED']
const DAY_MS = 24 * 60 * 60 * 1000
const START = Date.parse('2026-11-02T00:00:00Z')
const partnerIds: string[] = []

beforeAll(async () => {
  for (let i = 0; i < PARTNERS; i += 1) {
    const { id } = await onboard(admin, i === 0 ? {} : { webhookUrl: 'https://hooks.example.com/' })
    partnerIds.push(id)
  }
  // On a busy machine, so many rows take longer than the usual deadline of a statement.
  const setup = db.sibling({ max: 1, deadlineMs: 60_000 })
  // The first partner has no endpoint. Each next one has more events, several at the same time; the last has 6,000 pending.
  await setup`
    insert into events (id, partner_id, user_id, type, body, created_at)
    select uuid_v7(), id, uuid_v7(), (${EVENT_TYPES as unknown as string[]}::text[])[1 + n % 7 % 3], '{}',
      ${new Date(START)}::timestamptz + n % 1000 * interval '7 minutes'
    from unnest(${partnerIds}::uuid[]) with ordinality as p (id, place)
    cross join lateral generate_series(1, case when place = ${PARTNERS} then 7000 else place * 15 end) as n`
  await setup`
    update deliveries
    set state = 'DELIVERED', delivered_at = due_at
    where partner_id <> ${partnerIds.at(-1) as string} or due_at < ${new Date(START + DAY_MS / 2)}`
  await setup`
    update deliveries set state = 'PENDING', delivered_at = null
    where partner_id = ${partnerIds[28] as string} or get_byte(uuid_send(event_id), 15) % 37 = 0`
  await setup`
    update deliveries set state = 'FAILED', failures = 2 where get_byte(uuid_send(event_id), 14) % 41 = 0`
  // A delivered one may have failed before. One that was queued by hand after a failure has no failures since then.
  await setup`update deliveries set failures = 1 where get_byte(uuid_send(event_id), 13) % 3 = 0`
  await setup`
    update deliveries set failures = 0, failed_before = true
    where state <> 'DELIVERED' and get_byte(uuid_send(event_id), 13) % 5 = 0`
  await setup.end()
})

const periods: DeliveryFilter[] = [
  {},
  { from: new Date(START + DAY_MS).toISOString(), to: new Date(START + 2 * DAY_MS).toISOString() },
]
const combinations = [undefined, ...STATES].flatMap((state) =>
  [undefined, ...EVENT_TYPES].flatMap((type) =>
    periods.map((period) => ({ ...period, ...(state && { state }), ...(type && { type }) })),
  ),
)

const matching = (
  { state = null, type = null, from = null, to = null }: Nullable,
  partnerId: string | null,
) => db`
  from events e join deliveries d on d.event_id = e.id
  where (${partnerId}::uuid is null or e.partner_id = ${partnerId})
    and (
      ${state}::text is null or d.state = ${state}
      or ${state} = 'UNDELIVERED' and d.state in ('PENDING', 'FAILED') and (d.failures > 0 or d.failed_before)
    )
    and (${type}::text is null or e.type = ${type})
    and (${from}::timestamptz is null or e.created_at >= ${from})
    and (${to}::timestamptz is null or e.created_at < ${to})`

type Nullable = { [K in keyof DeliveryFilter]?: string | null }

const ofEachKind = test.each([
  ['all partners', -1],
  ['a partner with few', 5],
  ['a partner with many', 28],
  ['a partner with very many', 29],
  ['a partner without an endpoint', 0],
])

ofEachKind(
  'every combination of filters, three pages, %s: the right deliveries in the right order',
  async (_who, place) => {
    const partnerId = partnerIds[place]
    for (const filter of combinations) {
      for (const sort of Object.values(DELIVERY_LIST.sorts)) {
        const direction = db.unsafe(sort.isDescending ? 'desc' : 'asc')
        const expected = await db`
          select e.id, e.created_at ${matching(filter, partnerId ?? null)}
          order by e.created_at ${direction}, e.id ${direction}
          limit ${3 * LIMIT + 1}`
        for (const skipped of [0, LIMIT, 2 * LIMIT]) {
          const last = expected[skipped - 1]
          if (skipped > 0 && !last) break
          const listed = await listDeliveries(
            db,
            CLI,
            { ...filter, ...(partnerId && { partnerId }) },
            { sort, limit: LIMIT, after: last ? [last.createdAt, last.id] : null },
          )
          expect({ filter, ids: listed.map(({ id }) => id) }).toEqual({
            filter,
            ids: expected.slice(skipped, skipped + LIMIT + 1).map(({ id }) => id),
          })
        }
      }
    }
  },
)

ofEachKind('every combination of filters, %s: exactly as many as there are', async (_who, place) => {
  const partnerId = partnerIds[place]
  for (const filter of combinations) {
    const [row] = await db<[{ count: number }]>`select count(*) ${matching(filter, partnerId ?? null)}`
    const count = await countDeliveries(db, CLI, { ...filter, ...(partnerId && { partnerId }) })
    expect({ filter, count }).toEqual({
      filter,
      count: { value: Math.min(row.count, 10_000), isExact: row.count <= 10_000 },
    })
  }
})
