import type { Reader, Tx } from '../../../platform/database/db.ts'
import { firstIdAt } from '../../../platform/database/ordered-id.ts'

/** The number of rows that break a rule, and the first of them as text. */
export type Violations = { found: number; examples: string[] }

export const MAX_EXAMPLES = 10

/** An audit reads all rows, and should join them in memory rather than on disk. */
export async function allowLongReads(tx: Tx): Promise<void> {
  await tx.extendDeadline(2 * 60 * 60_000)
  await tx`set local work_mem = '128MB'`
}

/** `rows` selects one column `example`, with a row for each violation. */
export async function summarize(sql: Reader, rows: ReturnType<Reader>): Promise<Violations> {
  const [row] = await sql<[{ summary: Violations }]>`select (${summaryOf(sql, rows)}) as summary`
  return row.summary
}

const summaryOf = (sql: Reader, rows: ReturnType<Reader>) => sql`
  with violations as materialized (${rows})
  select json_build_object(
    'found', (select count(*) from violations),
    'examples', array(select example from violations order by example limit ${MAX_EXAMPLES}))`

/** Limits the audit to redemptions of this period. Null: all. */
export type LedgerRange = { from: Date; until: Date } | null

/** Whether an id belongs to the range. From this condition, PostgreSQL knows which partitions to read. */
function isIn(
  sql: Reader,
  column: 'id' | 'r.id' | 'c.redemption_id' | 'k.redemption_id' | 'redemption_id',
  range: LedgerRange,
) {
  if (range === null) return sql`true`
  const { from, until } = range
  return sql`${sql.unsafe(column)} >= uuid_v7_floor(${from}::timestamptz)
    and ${sql.unsafe(column)} < uuid_v7_floor(${until}::timestamptz)`
}

const COUNTERS = {
  user: {
    table: 'user_quotas',
    archive: 'archived_user_counts',
    key: 'user_id, voucher_id, cycle_key',
    name: "'user ' || user_id || ', '",
  },
  voucher: {
    table: 'voucher_quotas',
    archive: 'archived_voucher_counts',
    key: 'voucher_id, cycle_key',
    name: "''",
  },
}

/** This is more than the longest cycle. */
const CYCLE = '35 days'

/**
 * Counters that differ from their redemptions, archived ones included. With a range, only counters that its redemptions
 * have changed are compared, with all of their redemptions. The redemptions of a cycle are at most a cycle apart; those of
 * a ONE_TIME voucher may be in any month.
 */
export function findWrongCounters(
  sql: Reader,
  of: keyof typeof COUNTERS,
  range: LedgerRange,
): Promise<Violations> {
  const { table, archive, name } = COUNTERS[of]
  const key = sql.unsafe(COUNTERS[of].key)
  const redeemed =
    range === null
      ? sql`select ${key}, count(*) filter (where voided_at is null) as n from redemptions group by ${key}`
      : sql`
        select ${key}, (voided_at is null)::int as n from redemptions
        where cycle_key <> 'ONE_TIME'
          and id >= uuid_v7_floor(${range.from}::timestamptz - ${CYCLE}::interval)
          and id < uuid_v7_floor(${range.until}::timestamptz + ${CYCLE}::interval)
        union all
        select ${key}, (voided_at is null)::int from redemptions where cycle_key = 'ONE_TIME'`
  const changed =
    range === null
      ? sql``
      : sql`join (select distinct ${key} from redemptions where ${isIn(sql, 'id', range)}) as changed using (${key})`
  return summarize(
    sql,
    sql`
    select format('%svoucher %s, %s: counter %s, redemptions %s',
      ${sql.unsafe(name)}, voucher_id, cycle_key, coalesce(used, 0), coalesce(n, 0)) as example
    from (
      select ${key}, sum(n) as n
      from (
        ${redeemed}
        union all
        select ${key}, used from ${sql.unsafe(archive)} where month in (select month from archived_months)
      ) as counted
      ${changed}
      group by ${key}
    ) as redeemed
    ${range === null ? sql`full` : sql`left`} join ${sql.unsafe(table)} using (${key})
    where coalesce(used, 0) <> coalesce(n, 0)`,
  )
}

/**
 * Counters above the current limit. `isExplained` selects those that a lowered limit explains: all their redemptions are
 * from before the last change of the voucher. The comparison allows a minute for running requests, which is more than any
 * of them takes.
 */
export function findCountersAboveLimit(
  sql: Reader,
  isExplained: boolean,
  range: LedgerRange,
): Promise<Violations> {
  return summarize(
    sql,
    sql`
    with above as materialized (
      select q.user_id, q.voucher_id, q.cycle_key, q.used, v.redemption_count as max_used, v.updated_at
      from user_quotas q join vouchers v on v.id = q.voucher_id
      where q.used > v.redemption_count
      union all
      select null, q.voucher_id, q.cycle_key, q.used, v.global_redemption_cap, v.updated_at
      from voucher_quotas q join vouchers v on v.id = q.voucher_id
      where q.used > v.global_redemption_cap
    )
    select format('%svoucher %s, %s: counter %s, limit %s',
      'user ' || user_id || ', ', voucher_id, cycle_key, used, max_used) as example
    from above
    where ${isExplained} <> exists (
      select from redemptions r
      where (r.voucher_id, r.cycle_key) = (above.voucher_id, above.cycle_key)
        and (above.user_id is null or r.user_id = above.user_id)
        and r.voided_at is null
        and r.redeemed_at > above.updated_at + interval '1 minute'
    ) and (${range === null} or exists (
      select from redemptions r
      where (r.voucher_id, r.cycle_key) = (above.voucher_id, above.cycle_key)
        and (above.user_id is null or r.user_id = above.user_id)
        and ${isIn(sql, 'r.id', range)}
    ))`,
  )
}

/** A dispensed pool code must be the code of the redemption that it references, unless that is archived. */
export function findMismatchedCodes(sql: Reader, range: LedgerRange): Promise<Violations> {
  return summarize(
    sql,
    sql`
    select format('voucher %s, position %s, redemption %s', c.voucher_id, c.position, c.redemption_id) as example
    from voucher_codes c
    left join redemptions r on r.id = c.redemption_id and (r.voucher_id, r.code) = (c.voucher_id, c.code)
    where c.redemption_id >= uuid_v7_floor(archived_until()) and r.id is null and ${isIn(sql, 'c.redemption_id', range)}`,
  )
}

/** A unique index prevents this within a month. Across months, 60 random bits or the pool prevent it. */
export function findCodesGivenTwice(sql: Reader, range: LedgerRange): Promise<Violations> {
  const isConcerned =
    range === null
      ? sql`true`
      : sql`(code, voucher_id) in (
          select code, voucher_id from redemptions where code is not null and ${isIn(sql, 'id', range)})`
  return summarize(
    sql,
    sql`
    select format('voucher %s: redemptions %s', voucher_id, string_agg(id::text, ', ' order by id)) as example
    from redemptions
    where code is not null and ${isConcerned}
    group by voucher_id, code
    having count(*) > 1`,
  )
}

/** An idempotency key must belong to a redemption of its user, made at that time. */
export function findMismatchedKeys(sql: Reader, range: LedgerRange): Promise<Violations> {
  return summarize(
    sql,
    sql`
    select format('user %s, redemption %s', k.user_id, k.redemption_id) as example
    from idempotency_keys k
    left join redemptions r on r.id = k.redemption_id
    where (r.user_id, r.redeemed_at) is distinct from (k.user_id, k.redeemed_at)
      and ${isIn(sql, 'k.redemption_id', range)}`,
  )
}

/** A redemption must have the kind of code that its voucher's source defines: from the pool, generated, or none. */
export function findRedemptionsWithWrongCode(sql: Reader, range: LedgerRange): Promise<Violations> {
  return summarize(
    sql,
    sql`
    select format('redemption %s of a voucher with %s codes', r.id, v.code_source) as example
    from redemptions r
    join vouchers v on v.id = r.voucher_id
    left join voucher_codes c on (c.voucher_id, c.code, c.redemption_id) = (r.voucher_id, r.code, r.id)
    where ${isIn(sql, 'r.id', range)} and case v.code_source
      when 'MANUAL' then c.code is null
      when 'AUTO' then r.code is null or c.code is not null
      else r.code is not null
    end`,
  )
}

export type EventViolations = {
  /** Redemptions with no event, or with several. */
  notExactlyOnce: Violations
  /** Events that have no redemption, or differ from it. */
  mismatched: Violations
  leakingCode: Violations
}

/** Whether an event may belong to a redemption of the range: its id is made after that of the redemption. */
const isNotBefore = (sql: Reader, range: LedgerRange) =>
  range === null ? sql`true` : sql`id >= uuid_v7_floor(${range.from}::timestamptz)`

/**
 * Whether a redemption is so recent that its events must still exist, by the real time. The times of a test partner's
 * redemptions are by its own clock, which may be ahead; their ids always have the real time.
 */
const isSince = (sql: Reader, since: Date, time: ReturnType<Reader>) => sql`
  (${time} > ${since} and (
    r.partner_id not in (select id from partners where mode = 'test') or r.id > ${firstIdAt(since)}::uuid
  ))`

/**
 * Whether the merchant has moved to another database since then: events stay where they were written. The clock of the worker
 * that switched may be behind that of the node that redeemed.
 */
const hasMovedSince = (sql: Reader, merchantId: ReturnType<Reader>, time: ReturnType<Reader>) => sql`
  exists (select from moves where moves.merchant_id = ${merchantId} and switched_at > ${time} - interval '1 hour')`

/**
 * Compares redemptions with their events. One statement checks all three rules, so that each body is parsed once. Events
 * are deleted after a while, so redemptions from before `since` need none. Titles, names and external ids are not searched
 * for codes, because they are free text that may look like one.
 */
export async function findEventViolations(
  sql: Reader,
  since: Date,
  range: LedgerRange,
): Promise<EventViolations> {
  const notExactlyOnce = sql`
    select format('redemption %s: %s events', redemption_id, events) as example from not_exactly_once`
  const mismatched = sql`select format('event %s', event_id) as example from paired where is_mismatched`
  const leakingCode = sql`select format('event %s', event_id) as example from paired where leaks_code`
  const [row] = await sql<[EventViolations]>`
    with redemption_events as (
      select id, partner_id, user_id, event, data, (data ->> 'redemptionId')::uuid as redemption_id
      from events
      cross join lateral (select body::jsonb as event offset 0) as parsed
      cross join lateral (select event -> 'data' as data offset 0) as inside
      where type = 'REDEMPTION_CREATED' and ${isNotBefore(sql, range)}
        and not ${hasMovedSince(sql, sql`(data ->> 'merchantId')::uuid`, sql`created_at`)}
    ),
    paired as materialized (
      select r.id as redemption_id, e.id as event_id,
        ${isSince(sql, since, sql`r.redeemed_at`)}
          and not ${hasMovedSince(sql, sql`r.merchant_id`, sql`r.redeemed_at`)} as needs_event,
        e.id is not null and (
          r.partner_id, r.user_id, r.voucher_id, r.outlet_id, r.status, r.flag_reason, r.voucher_title, r.outlet_name
        ) is distinct from (
          e.partner_id, e.user_id, (data ->> 'voucherId')::uuid, (data ->> 'outletId')::uuid, data ->> 'status',
          data ->> 'flagReason', data ->> 'voucherTitle', data ->> 'outletName'
        ) as is_mismatched,
        data ? 'code' or (r.code is not null and jsonb_path_exists(
          event #- '{data,voucherTitle}' #- '{data,outletName}' #- '{data,externalUserId}',
          '$.** ? (@ == $code)', jsonb_build_object('code', r.code)
        )) as leaks_code
      from (select * from redemption_events where ${isIn(sql, 'redemption_id', range)}) as e
      full join (select * from redemptions where ${isIn(sql, 'id', range)}) as r on r.id = e.redemption_id
    ),
    not_exactly_once as (
      select redemption_id, count(event_id) as events
      from paired
      where redemption_id is not null
      group by redemption_id
      having count(event_id) > 1 or (count(event_id) = 0 and bool_or(needs_event))
    )
    select
      (${summaryOf(sql, notExactlyOnce)}) as not_exactly_once,
      (${summaryOf(sql, mismatched)}) as mismatched,
      (${summaryOf(sql, leakingCode)}) as leaking_code`
  return row
}

/** Voided redemptions that do not have exactly one REDEMPTION_VOIDED. Voids from before `since` need none. */
export function findVoidsWithoutEvent(sql: Reader, since: Date, range: LedgerRange): Promise<Violations> {
  return summarize(
    sql,
    sql`
    with emitted as (
      select partner_id, redemption_id, count(*) as events
      from (
        select partner_id, (body::jsonb -> 'data' ->> 'redemptionId')::uuid as redemption_id
        from events
        where type = 'REDEMPTION_VOIDED' and ${isNotBefore(sql, range)}
          and not ${hasMovedSince(sql, sql`(body::jsonb -> 'data' ->> 'merchantId')::uuid`, sql`created_at`)}
      ) as voids
      where redemption_id >= uuid_v7_floor(archived_until()) and ${isIn(sql, 'redemption_id', range)}
      group by 1, 2
    )
    select format('redemption %s: %s events', coalesce(r.id, emitted.redemption_id), coalesce(emitted.events, 0)) as example
    from emitted full join (
      select id, partner_id, merchant_id, voided_at from redemptions where voided_at is not null and ${isIn(sql, 'id', range)}
    ) as r
      on (r.id, r.partner_id) = (emitted.redemption_id, emitted.partner_id)
    where r.id is null or emitted.events > 1 or (
      emitted.events is null and ${isSince(sql, since, sql`r.voided_at`)}
      and not ${hasMovedSince(sql, sql`r.merchant_id`, sql`r.voided_at`)}
    )`,
  )
}

/** For speed, redemptions have no foreign keys. The rows that they reference are never deleted, which this verifies. */
export function findRedemptionsWithMissingReferences(sql: Reader, range: LedgerRange): Promise<Violations> {
  return summarize(
    sql,
    sql`
    select format('redemption %s', r.id) as example
    from redemptions r
    left join users u on (u.id, u.partner_id) = (r.user_id, r.partner_id)
    left join vouchers v on (v.id, v.merchant_id) = (r.voucher_id, r.merchant_id)
    left join outlets o on (o.id, o.merchant_id) = (r.outlet_id, r.merchant_id)
    left join merchants m on m.id = r.merchant_id
    left join partners p on p.id = r.partner_id and p.mode = 'test'
    where (u.id is null or v.id is null or o.id is null or m.sandbox_id is distinct from p.id)
      and ${isIn(sql, 'r.id', range)}`,
  )
}
