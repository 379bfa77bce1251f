import type { AlertDestination } from '@counterfoil/contract/admin/alert-destinations.ts'
import type { Static } from 'typebox'
import type { Db, Reader, Tx } from '../../../platform/database/db.ts'
import { assignments, insertion } from '../../../platform/database/sql.ts'
import type { PageRequest } from '../../../platform/input/paging.ts'
import type { Reach } from '../../stored-alerts/reach.ts'

export type DestinationRecord = Static<typeof AlertDestination>

/** What a caller can set. The URL is sealed. */
export type DestinationFields = Pick<
  DestinationRecord,
  | 'name'
  | 'alertKinds'
  | 'merchantId'
  | 'partnerId'
  | 'timing'
  | 'language'
  | 'timezone'
  | 'quietHours'
  | 'addresses'
>
export type SealedTarget = { host: string; sealed: Buffer; sealedWith: string }

const quietHours = (sql: Reader) => sql`
  case when quiet_from is not null then
    json_build_object('from', to_char(quiet_from, 'HH24:MI'), 'until', to_char(quiet_until, 'HH24:MI')) end as quiet_hours`

const columns = (sql: Reader) => sql`
  id, name, kind, owner, alert_kinds, merchant_id, partner_id, timing, language, timezone, ${quietHours(sql)}, addresses, host,
  case when failing_since is null then 'OK' else 'FAILING' end as state, failing_since, last_error, last_sent_at,
  (select count(*) from alert_lines where destination_id = d.id and message_id is null)
    + (select count(*) from alert_lines join alert_messages m on m.id = message_id
       where m.destination_id = d.id and m.state = 'PENDING' and alert_lines.destination_id = d.id) as waiting,
  (select count(*) from alert_messages where destination_id = d.id and state = 'GIVEN_UP') as given_up,
  created_at, updated_at, version`

/** Merchants and partners reach only what their own people have made. */
const isReached = (sql: Reader, { merchantIds, partnerId }: Reach) => {
  if (merchantIds !== null) return sql`owner = 'MERCHANT' and merchant_id = any (${merchantIds}::uuid[])`
  return partnerId === null ? sql`true` : sql`owner = 'PARTNER' and partner_id = ${partnerId}`
}

export function listDestinations(
  sql: Reader,
  reach: Reach,
  { limit, before }: PageRequest,
): Promise<DestinationRecord[]> {
  return sql<DestinationRecord[]>`
    select ${columns(sql)} from alert_destinations d
    where ${isReached(sql, reach)} and (${before}::uuid is null or id < ${before})
    order by id desc limit ${limit + 1}`
}

export async function findDestination(
  sql: Reader,
  reach: Reach,
  id: string,
): Promise<DestinationRecord | null> {
  const [row] = await sql<DestinationRecord[]>`
    select ${columns(sql)} from alert_destinations d where id = ${id} and ${isReached(sql, reach)}`
  return row ?? null
}

export async function lockDestination(tx: Tx, reach: Reach, id: string): Promise<DestinationRecord | null> {
  await tx`select from alert_destinations where id = ${id} for update`
  return findDestination(tx, reach, id)
}

export async function insertDestination(
  tx: Tx,
  {
    quietHours: quiet,
    ...destination
  }: DestinationFields & Pick<DestinationRecord, 'id' | 'kind' | 'owner'> & Partial<SealedTarget>,
  now: Date,
): Promise<void> {
  const hours = { quietFrom: quiet?.from ?? null, quietUntil: quiet?.until ?? null }
  const times = { createdAt: now, updatedAt: now }
  await tx`insert into alert_destinations ${insertion({ ...destination, ...hours, ...times })}`
}

export async function updateDestination(
  tx: Tx,
  id: string,
  { quietHours: quiet, ...changes }: Partial<DestinationFields & SealedTarget>,
  now: Date,
): Promise<void> {
  const hours =
    quiet === undefined ? {} : { quietFrom: quiet?.from ?? null, quietUntil: quiet?.until ?? null }
  await tx`
    update alert_destinations set ${assignments({ ...changes, ...hours, updatedAt: now })}, version = version + 1
    where id = ${id}`
}

export async function deleteDestination(tx: Tx, id: string): Promise<void> {
  await tx`delete from alert_destinations where id = ${id}`
}

/** A destination as the worker needs it. */
export type Destination = Pick<
  DestinationRecord,
  | 'id'
  | 'name'
  | 'kind'
  | 'owner'
  | 'alertKinds'
  | 'merchantId'
  | 'partnerId'
  | 'timing'
  | 'language'
  | 'timezone'
  | 'quietHours'
  | 'addresses'
> & { sealed: Buffer | null }

const workerColumns = (sql: Reader) => sql`
  id, name, kind, owner, alert_kinds, merchant_id, partner_id, timing, language, timezone, ${quietHours(sql)}, addresses, sealed`

export function listAllDestinations(sql: Reader): Promise<Destination[]> {
  return sql<Destination[]>`select ${workerColumns(sql)} from alert_destinations order by id`
}

export async function findTarget(sql: Reader, id: string): Promise<Destination | null> {
  const [row] = await sql<
    Destination[]
  >`select ${workerColumns(sql)} from alert_destinations where id = ${id}`
  return row ?? null
}

export type FailingDestination = {
  id: string
  name: string
  error: string
  since: string
  merchantId: string | null
  partnerId: string | null
}

/** The filter of an operator’s destination makes it nobody else’s. */
export function listFailingDestinations(sql: Reader, reach: Reach): Promise<FailingDestination[]> {
  return sql<FailingDestination[]>`
    select id, name, last_error as error, failing_since as since,
      case owner when 'MERCHANT' then merchant_id end as merchant_id,
      case owner when 'PARTNER' then partner_id end as partner_id
    from alert_destinations where failing_since is not null and ${isReached(sql, reach)}`
}

/** Records the outcome of an attempt: null, or why it failed. */
export async function updateOutcome(db: Db, id: string, error: string | null, now: Date): Promise<void> {
  await (error === null
    ? db`
        update alert_destinations
        set failing_since = null, failures = 0, last_error = null, last_sent_at = ${now}
        where id = ${id}`
    : db`
        update alert_destinations
        set failing_since = coalesce(failing_since, ${now}), failures = failures + 1, last_error = ${error}
        where id = ${id}`)
}

export async function countDestinations(sql: Reader): Promise<{ failing: number; all: number }> {
  const [row] = await sql<[{ failing: number; all: number }]>`
    select count(*) filter (where failing_since is not null) as failing, count(*) as "all" from alert_destinations`
  return row
}

export async function listSealedOtherwise(sql: Reader, keyId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from alert_destinations where sealed is not null and sealed_with <> ${keyId} order by id`
  return rows.map(({ id }) => id)
}

export async function lockSealed(tx: Tx, id: string): Promise<Buffer | null> {
  const [row] = await tx<{ sealed: Buffer | null }[]>`
    select sealed from alert_destinations where id = ${id} for update`
  return row?.sealed ?? null
}

export async function updateSealed(
  tx: Tx,
  id: string,
  { sealed, sealedWith }: Omit<SealedTarget, 'host'>,
): Promise<void> {
  await tx`update alert_destinations set sealed = ${sealed}, sealed_with = ${sealedWith} where id = ${id}`
}
