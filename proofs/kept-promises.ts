import type { Psql } from './psql.ts'
import type { RecordedRedemptions } from './redemption-load.ts'
import { auditLedger, type Service } from './service-node.ts'
import type { WebhookCounter } from './webhook-counter.ts'

const DELIVERED_WITHIN_MS = 90_000

export type Compared = {
  acknowledged: number
  missing: number
  capsPassed: number
  eventsLost: number
  isLedgerExact: boolean
  failures: string[]
}

type Stored = {
  rows: { key: string; id: string }[]
  used: { voucherId: string; count: number }[]
  redemptions: string[]
  events: { id: string; type: string; body: string }[]
}

/** The keys of the round begin with its name. */
export type Round = { round: string; caps: { voucherId: string; cap: number }[] }

/**
 * Compares the responses that clients got with the rows of the primary, the events, the deliveries and the ledger. The first
 * address is that of home, the others are those of cells.
 */
export async function compareWithRows(
  { psql, service, receiver }: { psql: Psql; service: Service; receiver: WebhookCounter },
  urls: [home: string, ...cells: string[]],
  record: RecordedRedemptions,
  { round, caps }: Round,
): Promise<Compared> {
  const stored = await selectStored(psql, urls, round)
  await receiver.waitFor(stored.events.length, DELIVERED_WITHIN_MS)
  const undelivered = stored.events.filter(({ id }) => !receiver.arrived.has(id)).length
  const bodies = new Map(stored.events.map(({ id, body }) => [id, body]))
  const changed = [...receiver.bodies].filter(
    ([id, body]) => bodies.has(id) && bodies.get(id) !== body,
  ).length
  const ids = new Map(stored.rows.map(({ key, id }) => [key, id]))
  const missing = [...record.acknowledged].filter(([key, id]) => ids.get(key) !== id).length
  const contradicted = [...record.refused.keys()].filter((key) => ids.has(key)).length
  const findings = await auditLedger(service, urls[0])
  const usesOf = (voucherId: string) =>
    stored.used.filter((one) => one.voucherId === voucherId).reduce((sum, { count }) => sum + count, 0)
  const over = caps.map(({ voucherId, cap }) => Math.max(0, usesOf(voucherId) - cap))
  const capsPassed = over.reduce((total, count) => total + count, 0)
  const announced = new Set(
    stored.events
      .filter(({ type }) => type === 'REDEMPTION_CREATED')
      .map(({ body }) => JSON.parse(body).data.redemptionId),
  )
  const silent = stored.redemptions.filter((id) => !announced.has(id)).length
  const wrongs: [number, string][] = [
    [missing, 'acknowledged redemptions are missing'],
    [contradicted, 'refused requests have a row'],
    [record.unanswered.size, 'requests were never answered'],
    [stored.rows.length - ids.size, 'keys are stored twice'],
    [capsPassed, 'redemptions over a cap'],
    [silent, 'redemptions have no event'],
    [undelivered, 'events were not delivered'],
    [receiver.wronglySigned, 'deliveries were not signed with a secret of the partner'],
    [changed + receiver.differing, 'events were delivered with other bytes than they have'],
  ]
  return {
    ...{ acknowledged: record.acknowledged.size, missing, capsPassed },
    ...{ eventsLost: silent + undelivered, isLedgerExact: findings === null },
    failures: [
      ...wrongs.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`),
      ...(findings ? [`the ledger is not exact: ${findings}`] : []),
    ],
  }
}

/** What all databases have together. A merchant that moves is hidden in one of them. */
async function selectStored(psql: Psql, urls: string[], round: string): Promise<Stored> {
  const parts = await Promise.all(
    urls.map((url) =>
      psql.select<Stored>(
        url,
        `select
      (select coalesce(json_agg(json_build_object('key', key, 'id', id)), '[]')
        from redemptions join idempotency_keys on redemption_id = id where key like '${round}-%') as rows,
      (select coalesce(json_agg(json_build_object('voucherId', voucher_id, 'count', count)), '[]')
        from (select voucher_id, count(*) from redemptions where voided_at is null group by voucher_id) as each) as used,
      (select coalesce(json_agg(id), '[]') from redemptions) as redemptions,
      (select coalesce(json_agg(json_build_object('id', id, 'type', type, 'body', body)), '[]') from events) as events`,
      ),
    ),
  )
  const stored = parts.flat()
  return {
    rows: stored.flatMap(({ rows }) => rows),
    used: stored.flatMap(({ used }) => used),
    redemptions: stored.flatMap(({ redemptions }) => redemptions),
    events: stored.flatMap(({ events }) => events),
  }
}
