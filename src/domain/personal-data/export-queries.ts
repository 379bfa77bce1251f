import type { Reader, Tx } from '../../platform/database/db.ts'
import type { UserKey } from '../users/user-queries.ts'

/** A user with the ids that this database has. */
export type Person = UserKey & { userId: string; anonymizedAt: string | null }

export async function findPerson(
  sql: Reader,
  partnerId: string,
  by: { externalUserId: string } | { userId: string },
): Promise<Person | null> {
  const condition =
    'userId' in by ? sql`id = ${by.userId}::uuid` : sql`external_user_id = ${by.externalUserId}`
  const [row] = await sql<Person[]>`
    select id as user_id, partner_id, external_user_id, anonymized_at from users
    where partner_id = ${partnerId} and ${condition}`
  return row ?? null
}

/** A table with rows of users. An export contains every column, unless `omits` says why not. */
export type Section = {
  name: string
  table: string
  omits?: Record<string, string>
  rowsOf(sql: Reader, person: Person): ReturnType<Reader>
}

/** While a merchant moves, a table is a view that has them, too. */
const SYSTEM_COLUMNS = ['ctid', 'xmax']
const HASH = 'compares a repeated request with the first; it shows nothing about the person'
const CODE_HASH = 'finds a code that was valid for a minute; it shows nothing about the person'
const STAFF = 'personal data of a staff member; the export says only which kind of caller it was'

const isEventOf = (sql: Reader, { partnerId, userId }: Person) =>
  sql`partner_id = ${partnerId} and user_id = ${userId}`

/** The sections in the order of the document. */
export const SECTIONS: Section[] = [
  {
    name: 'favorites',
    table: 'favorites',
    rowsOf: (sql, { userId }) => sql`
      select f.*, m.name as merchant_name from favorites f join merchants m on m.id = merchant_id
      where user_id = ${userId} order by f.created_at, merchant_id`,
  },
  {
    name: 'claims',
    table: 'claims',
    rowsOf: (sql, { userId }) => sql`
      select c.*, v.title as voucher_title, m.name as merchant_name
      from claims c join vouchers v on v.id = voucher_id join merchants m on m.id = merchant_id
      where user_id = ${userId} order by c.id`,
  },
  {
    name: 'redemptions',
    table: 'redemptions',
    omits: { reviewed_by: STAFF },
    rowsOf: (sql, { userId }) => sql`
      select r.*, m.name as merchant_name, split_part(reviewed_by, ':', 1) as reviewed_by_kind
      from redemptions r left join merchants m on m.id = merchant_id
      where user_id = ${userId} order by redeemed_at, r.id`,
  },
  {
    name: 'notes',
    table: 'notes',
    omits: { author_id: STAFF, author_name: STAFF },
    rowsOf: (sql, { userId }) => sql`select * from notes where user_id = ${userId} order by id`,
  },
  {
    name: 'quotas',
    table: 'user_quotas',
    rowsOf: (sql, { userId }) => sql`
      select q.*, v.title as voucher_title from user_quotas q left join vouchers v on v.id = voucher_id
      where user_id = ${userId} order by voucher_id, cycle_key`,
  },
  {
    name: 'archivedCounts',
    table: 'archived_user_counts',
    rowsOf: (sql, { userId }) => sql`
      select c.*, v.title as voucher_title from archived_user_counts c left join vouchers v on v.id = voucher_id
      where user_id = ${userId} order by month, voucher_id, cycle_key`,
  },
  {
    name: 'idempotencyKeys',
    table: 'idempotency_keys',
    omits: { request_hash: HASH },
    rowsOf: (sql, { userId }) =>
      sql`select * from idempotency_keys where user_id = ${userId} order by redeemed_at, key`,
  },
  {
    name: 'attempts',
    table: 'redemption_attempts',
    rowsOf: (sql, { userId }) => sql`select * from redemption_attempts where user_id = ${userId}`,
  },
  {
    name: 'wrongPins',
    table: 'pin_failures',
    rowsOf: (sql, { userId }) => sql`
      select f.*, o.name as outlet_name from pin_failures f join outlets o on o.id = outlet_id
      where user_id = ${userId} order by at, f.id`,
  },
  {
    name: 'pinLocks',
    table: 'pin_locks',
    rowsOf: (sql, { userId }) => sql`
      select l.*, o.name as outlet_name from pin_locks l join outlets o on o.id = outlet_id
      where user_id = ${userId} order by outlet_id`,
  },
  {
    name: 'counterIntent',
    table: 'counter_intents',
    omits: { request_hash: HASH },
    rowsOf: (sql, { userId }) => sql`
      select i.*, v.title as voucher_title, o.name as outlet_name
      from counter_intents i left join vouchers v on v.id = voucher_id left join outlets o on o.id = i.outlet_id
      where user_id = ${userId}`,
  },
  {
    name: 'counterCodes',
    table: 'counter_codes',
    omits: { code_hash: CODE_HASH, digits_hash: CODE_HASH },
    rowsOf: (sql, { userId }) =>
      sql`select * from counter_codes where user_id = ${userId} order by issued_at, number`,
  },
  {
    name: 'refusals',
    table: 'refusals',
    rowsOf: (sql, { userId }) => sql`
      select f.*, v.title as voucher_title, o.name as outlet_name, m.name as merchant_name
      from refusals f left join vouchers v on v.id = voucher_id left join outlets o on o.id = outlet_id
      left join merchants m on m.id = f.merchant_id
      where user_id = ${userId} order by at, f.id`,
  },
  {
    name: 'requests',
    table: 'request_log',
    rowsOf: (sql, { partnerId, externalUserId }) => sql`
      select * from request_log
      where partner_id = ${partnerId} and external_user_id = ${externalUserId} order by at, request_id`,
  },
  {
    name: 'events',
    table: 'events',
    rowsOf: (sql, person) => sql`
      select *, body::json as body from events where ${isEventOf(sql, person)} order by created_at, id`,
  },
  {
    name: 'deliveries',
    table: 'deliveries',
    rowsOf: (sql, person) => sql`
      select * from deliveries where event_id in (select id from events where ${isEventOf(sql, person)}) order by event_id`,
  },
  {
    name: 'deliveryAttempts',
    table: 'delivery_attempts',
    rowsOf: (sql, person) => sql`
      select * from delivery_attempts where event_id in (select id from events where ${isEventOf(sql, person)})
      order by event_id, number`,
  },
  {
    name: 'eventsToCome',
    table: 'fanouts',
    omits: {
      user_ids: 'names other users as well',
      pieces: 'the voucher, which is in the event once it is written',
    },
    rowsOf: (sql, { userId }) =>
      sql`select * from fanouts where ${userId}::uuid = any (user_ids) order by id`,
  },
]

type Rows = Record<string, unknown>[]

export async function getUserRow(sql: Reader, { userId }: Person): Promise<Record<string, unknown>> {
  const [row] = await sql<Rows>`select * from users where id = ${userId}`
  return row ?? {}
}

const PAGE_ROWS = 500

/** A partner has many events, which are not indexed by user. In addition, files and the output may be slow. */
export async function allowLongExport(tx: Tx): Promise<void> {
  await tx.extendDeadline(60 * 60_000)
  await tx`set local idle_in_transaction_session_timeout = 0`
}

/** Reads the rows of a section, a page at a time. */
export async function* readSection(
  tx: Tx,
  { rowsOf, omits = {} }: Section,
  person: Person,
): AsyncGenerator<Rows> {
  await tx`declare section no scroll cursor for ${rowsOf(tx, person)}`
  const omitted = new Set([...SYSTEM_COLUMNS, ...Object.keys(omits).map(propertyName)])
  for (;;) {
    const rows = await tx.unsafe<Rows>(`fetch ${PAGE_ROWS} from section`)
    if (rows.length > 0)
      yield rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !omitted.has(name))))
    if (rows.length < PAGE_ROWS) break
  }
  await tx`close section`
}

export const propertyName = (column: string) =>
  column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** The audit entries about these targets, oldest first. Staff are not named. */
export function listAuditEntriesOf(sql: Reader, targets: string[]): Promise<Rows> {
  return sql<Rows>`
    select id, at, actor_kind, action, target, before #- '{review,reviewedBy}' as before,
      after #- '{review,reviewedBy}' as after
    from audit_log where target = any (${targets}::text[]) order by id`
}
