import type { AdminOutlet, OUTLET_SORTS } from '@counterfoil/contract/admin/outlets.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import {
  ascending,
  countRows,
  descending,
  inOrder,
  isAfter,
  type RowCount,
  type SortColumn,
  type SortedPage,
} from '../../platform/database/keyset.ts'
import { assignments, insertion } from '../../platform/database/sql.ts'
import type { SortedList } from '../../platform/input/sorted-list.ts'
import type { Caller } from '../actors/caller.ts'
import { isOfOwnMerchant } from '../actors/own-rows-queries.ts'

export type OutletRecord = Static<typeof AdminOutlet>
export type OutletFields = Omit<
  OutletRecord,
  'id' | 'merchantId' | 'hasPin' | 'createdAt' | 'updatedAt' | 'version'
>
export type StoredPin = { pinHash: Buffer | null; pinHashedWith: string | null }
export type OutletRow = OutletFields & StoredPin

const columns = (sql: Reader) => sql`
  id, merchant_id, name, address_line, address_full, city, state, postal_code, country_code, latitude, longitude,
  is_active, pin_hash is not null as has_pin, timezone, opening_hours, redeem_by, translations, created_at, updated_at, version`

/** The key of a merchant reaches only the outlets of its own merchants. */
const within = (sql: Reader, reach: Caller) => isOfOwnMerchant(sql, 'merchant_id', reach)

export async function findOutlet(sql: Reader, reach: Caller, id: string): Promise<OutletRecord | null> {
  const [row] = await sql<OutletRecord[]>`
    select ${columns(sql)} from outlets where id = ${id} and ${within(sql, reach)}`
  return row ?? null
}

export async function lockOutlet(tx: Tx, reach: Caller, id: string): Promise<OutletRecord | null> {
  const [row] = await tx<OutletRecord[]>`
    select ${columns(tx)} from outlets where id = ${id} and ${within(tx, reach)} for update`
  return row ?? null
}

/** Locks rows in the order of their ids. Leaves out ids that are not outlets of the merchant. */
export function lockOutletsOf(tx: Tx, merchantId: string, ids: string[]): Promise<OutletRecord[]> {
  return tx<OutletRecord[]>`
    select ${columns(tx)} from outlets
    where merchant_id = ${merchantId} and id = any (${ids}::uuid[])
    order by id
    for update`
}

/** Rows are locked in the order of their ids. */
export function lockAllOutletsOf(tx: Tx, merchantId: string): Promise<OutletRecord[]> {
  return tx<OutletRecord[]>`
    select ${columns(tx)} from outlets where merchant_id = ${merchantId} order by id for update`
}

export function listOutletsNamed(sql: Reader, merchantId: string, names: string[]): Promise<OutletRecord[]> {
  return sql<OutletRecord[]>`
    select ${columns(sql)} from outlets where merchant_id = ${merchantId} and name = any (${names}::text[])`
}

/** Rows are locked in the order of their ids. */
export function lockOutletsNamed(tx: Tx, merchantId: string, names: string[]): Promise<OutletRecord[]> {
  return tx<OutletRecord[]>`
    select ${columns(tx)} from outlets
    where merchant_id = ${merchantId} and name = any (${names}::text[])
    order by id
    for update`
}

const ID: SortColumn<OutletRecord> = { sql: 'id', type: 'uuid', of: ({ id }) => id }
const NAME: SortColumn<OutletRecord> = { sql: 'lower(name)', type: 'lowerText', of: ({ name }) => name }
const CITY: SortColumn<OutletRecord> = { sql: 'lower(city)', type: 'lowerText', of: ({ city }) => city }

/** The outlets of one merchant. They are few, so they are sorted without an index of their own. */
export const OUTLET_LIST: SortedList<(typeof OUTLET_SORTS)[number], OutletRecord> = {
  name: 'outlets',
  default: '-createdAt',
  sorts: {
    '-createdAt': descending(ID),
    createdAt: ascending(ID),
    name: ascending(NAME, ID),
    '-name': descending(NAME, ID),
    city: ascending(CITY, ID),
    '-city': descending(CITY, ID),
  },
}

export type OutletFilter = { merchantId: string; pattern: string | null }

const matching = (sql: Reader, reach: Caller, { merchantId, pattern }: OutletFilter) => sql`
  from outlets
  where merchant_id = ${merchantId} and ${within(sql, reach)}
    and (${pattern}::text is null
         or concat_ws(' ', name, address_line, address_full, city, state, postal_code) ilike ${pattern})`

export function listOutlets(
  sql: Reader,
  reach: Caller,
  page: SortedPage<OutletRecord>,
  filter: OutletFilter,
): Promise<OutletRecord[]> {
  return sql<OutletRecord[]>`
    select ${columns(sql)} ${matching(sql, reach, filter)} and ${isAfter(sql, page)} ${inOrder(sql, page)}`
}

export function countOutlets(sql: Reader, reach: Caller, filter: OutletFilter): Promise<RowCount> {
  return countRows(sql, sql`select ${matching(sql, reach, filter)}`)
}

export async function insertOutlet(
  tx: Tx,
  outlet: OutletRow & { id: string; merchantId: string },
  now: Date,
): Promise<OutletRecord> {
  const [row] = await tx<OutletRecord[]>`
    insert into outlets ${insertion({ ...outlet, createdAt: now, updatedAt: now })} returning ${columns(tx)}`
  return row as OutletRecord
}

export async function updateOutlet(
  tx: Tx,
  id: string,
  changes: Partial<OutletRow>,
  now: Date,
): Promise<OutletRecord> {
  const [row] = await tx<OutletRecord[]>`
    update outlets
    set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where id = ${id}
    returning ${columns(tx)}`
  return row as OutletRecord
}

/**
 * The PIN stays the same, so this is no change of the catalog and is not announced. A node that has the old hash can still
 * match it with the former key. Does nothing if the PIN has changed since.
 */
export async function movePinHash(tx: Tx, id: string, from: Buffer, to: StoredPin): Promise<void> {
  await tx`select set_config('counterfoil.announced', 'yes', true)`
  await tx`update outlets set ${assignments(to)} where id = ${id} and pin_hash = ${from}`
}
