import type { Reader, Tx } from '../../platform/database/db.ts'

/** How many rows break a rule, and the first of them in words. */
export type Broken = { found: number; examples: string[] }

const MOST_EXAMPLES = 10

/** An audit reads everything there is, and joins it in memory rather than on disk. */
export async function allowLongReads(tx: Tx): Promise<void> {
  await tx.extendDeadline(2 * 60 * 60_000)
  await tx`set local work_mem = '128MB'`
}

async function summarise(sql: Reader, offending: ReturnType<Reader>): Promise<Broken> {
  const [row] = await sql<[Broken]>`
    with offending as materialized (${offending})
    select (select count(*) from offending) as found,
      array(select example from offending order by example limit ${MOST_EXAMPLES}) as examples`
  return row
}

export function findWrongUserCounters(sql: Reader): Promise<Broken> {
  return summarise(
    sql,
    sql`
    select format('user %s, voucher %s, %s: counter %s, redemptions %s',
      user_id, voucher_id, cycle_key, coalesce(used, 0), coalesce(n, 0)) as example
    from (
      select user_id, voucher_id, cycle_key, count(*) as n
      from redemptions where voided_at is null
      group by user_id, voucher_id, cycle_key
    ) as redeemed
    full join user_quotas using (user_id, voucher_id, cycle_key)
    where coalesce(used, 0) <> coalesce(n, 0)`,
  )
}

export function findWrongVoucherCounters(sql: Reader): Promise<Broken> {
  return summarise(
    sql,
    sql`
    select format('voucher %s, %s: counter %s, redemptions %s',
      voucher_id, cycle_key, coalesce(used, 0), coalesce(n, 0)) as example
    from (
      select voucher_id, cycle_key, count(*) as n
      from redemptions where voided_at is null
      group by voucher_id, cycle_key
    ) as redeemed
    full join voucher_quotas using (voucher_id, cycle_key)
    where coalesce(used, 0) <> coalesce(n, 0)`,
  )
}

/**
 * Counters above the limit of today. A limit may be lowered below what was redeemed before; a redemption that came
 * after the last change of its voucher (by more than any request takes) has no such excuse.
 */
export function findCountersAboveLimit(sql: Reader, isExcused: boolean): Promise<Broken> {
  return summarise(
    sql,
    sql`
    with above as materialized (
      select q.user_id, q.voucher_id, q.cycle_key, q.used, v.redemption_count as most, v.updated_at
      from user_quotas q join vouchers v on v.id = q.voucher_id
      where q.used > v.redemption_count
      union all
      select null, q.voucher_id, q.cycle_key, q.used, v.global_redemption_cap, v.updated_at
      from voucher_quotas q join vouchers v on v.id = q.voucher_id
      where q.used > v.global_redemption_cap
    )
    select format('%svoucher %s, %s: counter %s, limit %s',
      'user ' || user_id || ', ', voucher_id, cycle_key, used, most) as example
    from above
    where ${isExcused} <> exists (
      select from redemptions r
      where (r.voucher_id, r.cycle_key) = (above.voucher_id, above.cycle_key)
        and (above.user_id is null or r.user_id = above.user_id)
        and r.voided_at is null
        and r.redeemed_at > above.updated_at + interval '1 minute'
    )`,
  )
}

/** A code of a pool that was given away stands on exactly the redemption that it names. */
export function findStrayCodes(sql: Reader): Promise<Broken> {
  return summarise(
    sql,
    sql`
    select format('voucher %s, position %s, redemption %s', c.voucher_id, c.position, c.redemption_id) as example
    from voucher_codes c
    left join redemptions r on r.id = c.redemption_id and (r.voucher_id, r.code) = (c.voucher_id, c.code)
    where c.redemption_id is not null and r.id is null`,
  )
}

/** A redemption has the code that its voucher's source gives: from its pool, generated, or none. */
export function findRedemptionsWithWrongCode(sql: Reader): Promise<Broken> {
  return summarise(
    sql,
    sql`
    select format('redemption %s of a voucher with %s codes', r.id, v.code_source) as example
    from redemptions r
    join vouchers v on v.id = r.voucher_id
    left join voucher_codes c on (c.voucher_id, c.code, c.redemption_id) = (r.voucher_id, r.code, r.id)
    where case v.code_source
      when 'MANUAL' then c.code is null
      when 'AUTO' then r.code is null or c.code is not null
      else r.code is not null
    end`,
  )
}

export type BrokenEvents = {
  /** Redemptions of which nobody, or more than one event, tells. */
  untold: Broken
  /** Events of no redemption, or not quite of it. */
  strays: Broken
  telltales: Broken
}

/**
 * Redemptions and the events that tell of them, side by side: each body is read once, for all three rules. Events are
 * kept for a while only: redemptions from before `since` may have none any more. Titles and names are the merchant's own
 * words, and may happen to read like a code.
 */
export async function findBrokenEvents(sql: Reader, since: Date): Promise<BrokenEvents> {
  const [row] = await sql<[BrokenEvents]>`
    with told as (
      select id, partner_id, user_id, event, data, (data ->> 'redemptionId')::uuid as redemption_id
      from events
      cross join lateral (select body::jsonb as event offset 0) as parsed
      cross join lateral (select event -> 'data' as data offset 0) as inside
      where type = 'REDEMPTION_CREATED'
    ),
    paired as materialized (
      select r.id as redemption_id, r.redeemed_at, told.id as event_id,
        told.id is not null and (
          r.partner_id, r.user_id, r.voucher_id, r.outlet_id, r.status, r.flag_reason, r.voucher_title, r.outlet_name
        ) is distinct from (
          told.partner_id, told.user_id, (data ->> 'voucherId')::uuid, (data ->> 'outletId')::uuid, data ->> 'status',
          data ->> 'flagReason', data ->> 'voucherTitle', data ->> 'outletName'
        ) as is_stray,
        data ? 'code' or (r.code is not null and jsonb_path_exists(
          event #- '{data,voucherTitle}' #- '{data,outletName}' #- '{data,externalUserId}',
          '$.** ? (@ == $code)', jsonb_build_object('code', r.code)
        )) as is_telltale
      from told full join redemptions r on r.id = told.redemption_id
    ),
    untold as (
      select redemption_id, count(event_id) as events
      from paired
      where redemption_id is not null
      group by redemption_id
      having count(event_id) > 1 or (count(event_id) = 0 and max(redeemed_at) > ${since})
    )
    select
      (select json_build_object('found', count(*), 'examples', coalesce((array_agg(
          format('redemption %s: %s events', redemption_id, events) order by redemption_id
        ))[1:${MOST_EXAMPLES}], '{}')) from untold) as untold,
      (select json_build_object('found', count(*), 'examples', coalesce((array_agg(
          format('event %s', event_id) order by event_id
        ))[1:${MOST_EXAMPLES}], '{}')) from paired where is_stray) as strays,
      (select json_build_object('found', count(*), 'examples', coalesce((array_agg(
          format('event %s', event_id) order by event_id
        ))[1:${MOST_EXAMPLES}], '{}')) from paired where is_telltale) as telltales`
  return row
}

/** Nothing that a redemption names is ever deleted: the database no longer looks each of them up when it is written. */
export function findRedemptionsOfNothing(sql: Reader): Promise<Broken> {
  return summarise(
    sql,
    sql`
    select format('redemption %s', r.id) as example
    from redemptions r
    left join users u on (u.id, u.partner_id) = (r.user_id, r.partner_id)
    left join vouchers v on (v.id, v.merchant_id) = (r.voucher_id, r.merchant_id)
    left join outlets o on (o.id, o.merchant_id) = (r.outlet_id, r.merchant_id)
    where u.id is null or v.id is null or o.id is null`,
  )
}

/** Figures by day, of a merchant and a partner and of all together, and the rows of the days that are closed. */
export function findWrongFigures(sql: Reader): Promise<Broken> {
  return summarise(
    sql,
    sql`
    with closed as (select days_until as until from figures_progress),
    figures as (
      select merchant_id, partner_id, day, figure, count from daily_figures
      where (merchant_id is null) = (partner_id is null)
      union all
      select level.merchant_id, level.partner_id, day, figure, count
      from figure_changes
      cross join lateral (values (null::uuid, null::uuid), (merchant_id, partner_id)) as level (merchant_id, partner_id)
      where day < (select until from closed)
    ),
    rows as (
      select merchant_id, partner_id, utc_day(redeemed_at) as day, figure, count(*) as count
      from redemptions cross join unnest(array['redemptions', 'flagged']) as figure
      where voided_at is null and (figure = 'redemptions' or status = 'FLAGGED')
        and redeemed_at < (select until from closed)::timestamp at time zone 'UTC'
      group by 3, 4, grouping sets ((), (merchant_id, partner_id))
      union all
      select v.merchant_id, u.partner_id, utc_day(claimed_at), 'claims', count(*)
      from claims c join vouchers v on v.id = c.voucher_id join users u on u.id = c.user_id
      where claimed_at < (select until from closed)::timestamp at time zone 'UTC'
      group by 3, grouping sets ((), (v.merchant_id, u.partner_id))
    )
    select format('%s of %s%s: figure %s, rows %s', figure, day,
      ', merchant ' || merchant_id || ', partner ' || partner_id, sum(counted), sum(found)) as example
    from (
      select merchant_id, partner_id, day, figure, count as counted, 0 as found from figures
      where not starts_with(figure, 'refused:')
      union all
      select merchant_id, partner_id, day, figure, 0, count from rows
    ) as sides
    group by merchant_id, partner_id, day, figure
    having sum(counted) <> sum(found)`,
  )
}
