import type { Reader } from '../../platform/database/db.ts'
import { identifier } from '../../platform/database/sql.ts'
import type { Reach } from '../stored-alerts/reach.ts'

type OfOutlet = { outletId: string; outletName: string; merchantId: string; since: string }

/** Outlets of live merchants, or of those among them that the reader sees. */
const isVisible = (sql: Reader, merchantIds: string[] | null) => sql`
  merchants.mode = 'live'
  and ${merchantIds === null ? sql`true` : sql`merchants.id = any (${merchantIds}::uuid[])`}`

export type GuessedOutlet = OfOutlet & { guesses: number }

/**
 * Outlets with at least `threshold` wrong PINs, or wrong digits of codes, within one hour, at any time in the last 24.
 * `guesses` is from the worst hour.
 */
export function listGuessedOutlets(
  sql: Reader,
  table: 'pin_failures' | 'counter_guesses',
  { threshold, merchantIds, now }: { threshold: number; merchantIds: string[] | null; now: Date },
): Promise<GuessedOutlet[]> {
  return sql<GuessedOutlet[]>`
    select outlets.id as outlet_id, outlets.name as outlet_name, merchant_id, guessed.guesses, guessed.since
    from (
      select outlet_id, max(within_hour) as guesses, min(at) as since
      from (
        select outlet_id, at, count(*) over (
          partition by outlet_id order by at range between interval '1 hour' preceding and current row
        ) as within_hour
        from ${identifier(table)}
        where at > ${now}::timestamptz - interval '25 hours' and at <= ${now}
      ) as failures
      where within_hour >= ${threshold} and at > ${now}::timestamptz - interval '24 hours'
      group by outlet_id
    ) as guessed
    join outlets on outlets.id = guessed.outlet_id
    join merchants on merchants.id = merchant_id and ${isVisible(sql, merchantIds)}`
}

export type DefendedOutlet = OfOutlet & { isLocated: boolean }

/** Outlets that check the position of newcomers before the PIN, because newcomers sent too many wrong PINs. */
export function listDefendedOutlets(
  sql: Reader,
  merchantIds: string[] | null,
  now: Date,
): Promise<DefendedOutlet[]> {
  return sql<DefendedOutlet[]>`
    select outlets.id as outlet_id, outlets.name as outlet_name, merchant_id, defended_since as since,
      latitude is not null and longitude is not null as is_located
    from outlet_defenses join outlets on outlets.id = outlet_defenses.outlet_id
    join merchants on merchants.id = merchant_id and ${isVisible(sql, merchantIds)}
    where defended_until > ${now}::timestamptz`
}

/** The key of a partner reaches only that partner. */
const within = (sql: Reader, { partnerId }: Pick<Reach, 'partnerId'>) =>
  partnerId === null ? sql`true` : sql`partners.id = ${partnerId}`

export type GuessedAccount = { staffId: string; staffName: string; failures: number; since: string }

/**
 * Members with at least `threshold` failed sign-ins in the last 24 hours. They are counted in the audit log, because the
 * limit on guessing forgets failures when somebody signs in, and that may be the guesser.
 */
export function listGuessedAccounts(sql: Reader, threshold: number, now: Date): Promise<GuessedAccount[]> {
  return sql<GuessedAccount[]>`
    select staff.id as staff_id, staff.name as staff_name, failed.failures, failed.since
    from (
      select target, count(*)::int as failures, min(at) as since
      from audit_log
      where action = 'session.refuse' and at > ${now}::timestamptz - interval '24 hours' and at <= ${now}
      group by target
      having count(*) >= ${threshold}
    ) as failed
    join staff on failed.target = 'staff:' || staff.id`
}

export type FailingKeySet = { partnerId: string; partnerName: string; error: string; since: string }

export async function countFailingKeySets(sql: Reader): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)
    from key_set_failures
    join partners on partners.id = key_set_failures.partner_id and partners.jwks_url = key_set_failures.url
    where not disabled`
  return row.count
}

/** Rotations that were begun before `since` and not promoted: the old secret is still in use. */
export async function countPendingSecrets(sql: Reader, since: Date): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)
    from partner_secrets join partners on partners.id = partner_id
    where state = 'NEXT' and partner_secrets.created_at < ${since} and mode = 'live' and not disabled`
  return row.count
}

export function listFailingKeySets(sql: Reader, reach: Pick<Reach, 'partnerId'>): Promise<FailingKeySet[]> {
  return sql<FailingKeySet[]>`
    select partners.id as partner_id, partners.name as partner_name, error, failing_since as since
    from key_set_failures
    join partners on partners.id = key_set_failures.partner_id and partners.jwks_url = key_set_failures.url
    where not disabled and ${within(sql, reach)}`
}
