import type { AdminVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import type { Money } from '@counterfoil/contract/money.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { moneyColumns, moneyOf, type StoredMoney, toMoneyText } from '../../platform/database/money-column.ts'
import { assignments, insertion } from '../../platform/database/sql.ts'
import type { PageRequest } from '../../platform/input/paging.ts'
import type { Caller } from '../actors/caller.ts'
import { isOfOwnMerchant } from '../actors/own-rows-queries.ts'

export type VoucherRecord = Static<typeof AdminVoucher>
export type VoucherFields = Omit<
  VoucherRecord,
  | 'id'
  | 'merchantId'
  | 'status'
  | 'publishedAt'
  | 'publishAt'
  | 'unpublishAt'
  | 'scheduleFailure'
  | 'createdAt'
  | 'updatedAt'
  | 'version'
>

/** Fields with the value as it is stored. */
export type FieldsToStore = Omit<VoucherFields, 'redemptionValue'> & { redemptionValue: Money | null }

type VoucherRow = Omit<VoucherRecord, 'redemptionValue'> & { redemptionValue: StoredMoney | null }

const columns = (sql: Reader) => sql`
  id, merchant_id, title, description, terms, image_path, value_type, code_source, claim_flow, favorites_only,
  redemption_count, cycle, global_redemption_cap, valid_from, valid_until, applicable_from, applicable_until,
  outlet_ids, translations, status, published_at, publish_at, unpublish_at, schedule_failure,
  created_at, updated_at, version,
  ${moneyOf(sql, 'vouchers')} as redemption_value`

function toRecord({ redemptionValue, ...row }: VoucherRow): VoucherRecord {
  return { ...row, redemptionValue: toMoneyText(redemptionValue) }
}

/** The columns of these fields. */
function toColumns<F extends Partial<FieldsToStore>>({ redemptionValue, ...fields }: F) {
  return { ...fields, ...(redemptionValue !== undefined && moneyColumns(redemptionValue)) }
}

/** A merchant's key sees only the vouchers of its own merchants. */
const isVisibleTo = (sql: Reader, caller: Caller) => isOfOwnMerchant(sql, 'merchant_id', caller)

export async function findVoucher(sql: Reader, caller: Caller, id: string): Promise<VoucherRecord | null> {
  const [row] = await sql<VoucherRow[]>`
    select ${columns(sql)} from vouchers where id = ${id} and ${isVisibleTo(sql, caller)}`
  return row ? toRecord(row) : null
}

/** `no key update` lets claims and redemptions of the voucher continue. */
export async function lockVoucher(tx: Tx, caller: Caller, id: string): Promise<VoucherRecord | null> {
  const [row] = await tx<VoucherRow[]>`
    select ${columns(tx)} from vouchers where id = ${id} and ${isVisibleTo(tx, caller)} for no key update`
  return row ? toRecord(row) : null
}

/** The search ignores the markup in titles. */
export async function listVouchers(
  sql: Reader,
  caller: Caller,
  merchantId: string,
  { limit, before }: PageRequest,
  pattern: string | null,
): Promise<VoucherRecord[]> {
  const rows = await sql<VoucherRow[]>`
    select ${columns(sql)}
    from vouchers
    where merchant_id = ${merchantId} and ${isVisibleTo(sql, caller)}
      and (${before}::uuid is null or id < ${before})
      and (${pattern}::text is null or regexp_replace(title, '\\{/?[brs]\\}', '', 'gi') ilike ${pattern})
    order by id desc
    limit ${limit + 1}`
  return rows.map(toRecord)
}

export async function insertVoucher(
  tx: Tx,
  voucher: FieldsToStore & { id: string; merchantId: string },
  now: Date,
): Promise<VoucherRecord> {
  const row = { ...toColumns(voucher), status: 'DRAFT', createdAt: now, updatedAt: now }
  const [inserted] = await tx<[VoucherRow]>`insert into vouchers ${insertion(row)} returning ${columns(tx)}`
  return toRecord(inserted)
}

export async function updateVoucher(
  tx: Tx,
  id: string,
  changes: Partial<FieldsToStore>,
  now: Date,
): Promise<VoucherRecord> {
  const [row] = await tx<[VoucherRow]>`
    update vouchers
    set ${assignments({ ...toColumns(changes), updatedAt: now })}, schedule_failure = null, version = version + 1
    where id = ${id}
    returning ${columns(tx)}`
  return toRecord(row)
}

/**
 * `published_at` keeps the time of the first publication. A publication ends the wait for one, as unpublishing does; the end
 * of a voucher that is published earlier by hand remains.
 */
export async function updateVoucherStatus(
  tx: Tx,
  id: string,
  status: 'PUBLISHED' | 'UNPUBLISHED',
  now: Date,
): Promise<VoucherRecord> {
  const [row] = await tx<[VoucherRow]>`
    update vouchers
    set status = ${status}, published_at = coalesce(published_at, ${now}), updated_at = ${now}, version = version + 1,
      publish_at = null, unpublish_at = case when ${status} = 'PUBLISHED' then unpublish_at end, schedule_failure = null
    where id = ${id}
    returning ${columns(tx)}`
  return toRecord(row)
}

/** Returns the ids that are not outlets of the merchant. */
export async function listForeignOutlets(
  sql: Reader,
  merchantId: string,
  outletIds: string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id
    from unnest(${outletIds}::uuid[]) with ordinality as named (id, ordinal)
    where not exists (select from outlets where outlets.id = named.id and merchant_id = ${merchantId})
    order by ordinal`
  return rows.map(({ id }) => id)
}

export type PublicationContext = {
  merchantName: string
  merchantIsActive: boolean
  hasActiveOutlet: boolean
  hasAvailableCode: boolean
}

/** The facts that a publication checks besides the voucher itself. */
export async function getPublicationContext(
  sql: Reader,
  { id, merchantId, outletIds }: Pick<VoucherRecord, 'id' | 'merchantId' | 'outletIds'>,
): Promise<PublicationContext> {
  const [row] = await sql<PublicationContext[]>`
    select
      name as merchant_name,
      is_active as merchant_is_active,
      exists (
        select from outlets
        where merchant_id = merchants.id and is_active
          and (${outletIds}::uuid[] is null or outlets.id = any (${outletIds}::uuid[]))
      ) as has_active_outlet,
      exists (
        select from voucher_codes where voucher_id = ${id} and redemption_id is null
      ) as has_available_code
    from merchants
    where id = ${merchantId}`
  return row as PublicationContext
}

/**
 * Who set a schedule. The role decides whether its publication counts towards the limit of a merchant's keys. While changes
 * need approval, only an approved time of publication is kept.
 */
export type ScheduleAuthor = Pick<Caller, 'kind' | 'id' | 'name' | 'role'> & { isApproved?: boolean }

export async function updateSchedule(
  tx: Tx,
  id: string,
  {
    publishAt,
    unpublishAt,
    author,
  }: { publishAt: Date | null; unpublishAt: Date | null; author: ScheduleAuthor },
  now: Date,
): Promise<VoucherRecord> {
  const [row] = await tx<[VoucherRow]>`
    update vouchers
    set publish_at = ${publishAt}, unpublish_at = ${unpublishAt}, scheduled_by = ${author}, schedule_failure = null,
      updated_at = ${now}, version = version + 1
    where id = ${id}
    returning ${columns(tx)}`
  return toRecord(row)
}

/** Removes what is not done: the times of a schedule that came too late or did not apply, or a publication that failed. */
export async function endSchedule(
  tx: Tx,
  id: string,
  left: { unpublishAt: string | null; failure: VoucherRecord['scheduleFailure'] },
  now: Date,
): Promise<VoucherRecord> {
  const [row] = await tx<[VoucherRow]>`
    update vouchers
    set publish_at = null, unpublish_at = ${left.unpublishAt}, schedule_failure = ${left.failure},
      updated_at = ${now}, version = version + 1
    where id = ${id}
    returning ${columns(tx)}`
  return toRecord(row)
}

/** Vouchers whose schedule is due, the longest due first. */
export async function listDueVouchers(
  sql: Reader,
  now: Date,
  { without, limit }: { without: string[]; limit: number },
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from vouchers
    where (publish_at is not null or unpublish_at is not null) -- as in the index
      and least(publish_at, unpublish_at) <= ${now} and id <> all (${without}::uuid[])
    order by least(publish_at, unpublish_at)
    limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Null if the schedule is no longer due, or if another transaction has the voucher: a worker then tries again soon. */
export async function lockDueVoucher(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ voucher: VoucherRecord; author: ScheduleAuthor } | null> {
  const [row] = await tx<(VoucherRow & { scheduledBy: ScheduleAuthor })[]>`
    select ${columns(tx)}, scheduled_by from vouchers
    where id = ${id} and least(publish_at, unpublish_at) <= ${now}
    for no key update skip locked`
  if (!row) return null
  const { scheduledBy: author, ...voucher } = row
  return { voucher: toRecord(voucher), author }
}
