import type { Reader, Tx } from '../db.ts'

/** How many rows break a rule, and the first of them in words. */
export type Broken = { found: number; examples: string[] }

const MOST_EXAMPLES = 10

/** An audit reads everything there is, and joins it in memory rather than on disk. */
export async function allowLongReads(tx: Tx): Promise<void> {
  await tx`select set_config('statement_timeout', '2h', true), set_config('work_mem', '128MB', true)`
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
    with latest as materialized (
      select user_id, voucher_id, cycle_key, max(redeemed_at) as at
      from redemptions where voided_at is null
      group by user_id, voucher_id, cycle_key
    ),
    above as (
      select 'user ' || q.user_id || ', ' as whose, q.voucher_id, q.cycle_key, q.used, v.redemption_count as most,
        v.updated_at, latest.at
      from user_quotas q
      join vouchers v on v.id = q.voucher_id
      left join latest using (user_id, voucher_id, cycle_key)
      where q.used > v.redemption_count
      union all
      select '', q.voucher_id, q.cycle_key, q.used, v.global_redemption_cap, v.updated_at, of_all.at
      from voucher_quotas q
      join vouchers v on v.id = q.voucher_id
      left join (
        select voucher_id, cycle_key, max(at) as at from latest group by voucher_id, cycle_key
      ) as of_all using (voucher_id, cycle_key)
      where q.used > v.global_redemption_cap
    )
    select format('%svoucher %s, %s: counter %s, limit %s', whose, voucher_id, cycle_key, used, most) as example
    from above
    where ${isExcused} <> coalesce(at > updated_at + interval '1 minute', false)`,
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

/** Events are kept for a while only: redemptions from before `since` may have none any more. */
export function findRedemptionsWithoutOneEvent(sql: Reader, since: Date): Promise<Broken> {
  return summarise(
    sql,
    sql`
    select format('redemption %s: %s events', r.id, coalesce(n, 0)) as example
    from redemptions r
    left join (
      select (body::jsonb -> 'data' ->> 'redemptionId')::uuid as redemption_id, count(*) as n
      from events where type = 'REDEMPTION_CREATED'
      group by 1
    ) as told on told.redemption_id = r.id
    where coalesce(n, 0) <> 1 and (n > 1 or r.redeemed_at > ${since})`,
  )
}

export function findEventsWithoutRedemption(sql: Reader): Promise<Broken> {
  return summarise(
    sql,
    sql`
    select format('event %s', told.id) as example
    from (
      select id, partner_id, user_id, body::jsonb -> 'data' as data from events where type = 'REDEMPTION_CREATED'
    ) as told
    left join redemptions r on r.id = (data ->> 'redemptionId')::uuid
      and (r.partner_id, r.user_id, r.voucher_id, r.outlet_id, r.status)
        = (told.partner_id, told.user_id, (data ->> 'voucherId')::uuid, (data ->> 'outletId')::uuid, data ->> 'status')
    where r.id is null`,
  )
}

/** Titles and names are the merchant's own words, and may happen to read like a code. */
export function findEventsThatTellACode(sql: Reader): Promise<Broken> {
  return summarise(
    sql,
    sql`
    select format('event %s', told.id) as example
    from (
      select id, body::jsonb -> 'data' as data from events where type = 'REDEMPTION_CREATED'
    ) as told
    left join redemptions r on r.id = (data ->> 'redemptionId')::uuid
    where data ? 'code' or exists (
      select from jsonb_each_text(data - '{voucherTitle,outletName,externalUserId}'::text[]) where value = r.code
    )`,
  )
}
