import type { APPROVAL_KINDS, APPROVAL_STATES } from '@counterfoil/contract/admin/approvals.ts'
import { isAboutRecordHere } from '../../platform/cells/cell-queries.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { deletionBefore } from '../../platform/database/deletion-before.ts'
import { countRows, MAX_COUNTED, type RowCount } from '../../platform/database/keyset.ts'
import { insertion } from '../../platform/database/sql.ts'
import type { PageRequest } from '../../platform/input/paging.ts'
import type { Caller } from '../actors/caller.ts'
import { isOfOwnMerchant } from '../actors/own-rows-queries.ts'
import type { Actor } from '../audit/record.ts'
import type { Owners } from './settings-queries.ts'

export type ApprovalKind = (typeof APPROVAL_KINDS)[number]
export type ApprovalState = (typeof APPROVAL_STATES)[number]
/** The fields that would change, as the audit log shows them. */
export type Shown = Record<string, unknown>

/** An approval as it is stored, without what the operation gets. */
export type ApprovalRow = Owners & {
  id: string
  kind: ApprovalKind
  state: ApprovalState
  target: string
  before: Shown | null
  after: Shown
  requestedBy: Actor
  requestedByRole: Caller['role']
  /** The person behind the request: the member, or the one who created the API key. */
  requesterStaffId: string | null
  requestedAt: string
  expiresAt: string
  recordChanged: boolean
  decidedBy: Actor | null
  decidedAt: string | null
  note: string | null
  isEmergency: boolean
}

/** The settings have no id. */
export type RecordVersion = { id: string | null; version: number }
export type NewApproval = Owners & {
  id: string
  kind: ApprovalKind
  target: string
  records: RecordVersion[]
  payload: Record<string, unknown>
  before: Shown | null
  after: Shown
  requestedBy: Caller
  requestedAt: Date
  expiresAt: Date
}

/** Whether one of the records has another version than the one that the change was requested for. The settings have no id. */
const recordChanged = (sql: Reader) => sql`exists (
  select from jsonb_to_recordset(records) as r (id uuid, version integer)
  where r.version is distinct from coalesce(
    (select version from vouchers where vouchers.id = r.id),
    (select version from outlets where outlets.id = r.id),
    (select version from partners where partners.id = r.id),
    (select version from approval_settings where r.id is null)
  ))`

/** The person behind a request: that of a key is its owner. */
const requesterStaffId = (sql: Reader) => sql`
  case requested_by_kind
    when 'staff' then requested_by_id
    when 'key' then (select owner_id::text from api_keys where api_keys.id::text = requested_by_id)
  end`

const columns = (sql: Reader) => sql`
  id, kind, state, target, merchant_id, partner_id, before, after,
  json_build_object('kind', requested_by_kind, 'id', requested_by_id, 'name', requested_by_name) as requested_by,
  requested_by_role,
  ${requesterStaffId(sql)} as requester_staff_id,
  requested_at, expires_at, state = 'PENDING' and ${recordChanged(sql)} as record_changed,
  case when decided_by_kind is not null
    then json_build_object('kind', decided_by_kind, 'id', decided_by_id, 'name', decided_by_name)
  end as decided_by,
  decided_at, note, is_emergency`

/** Merchants and partners see the requests of their own records. */
const isVisibleTo = (sql: Reader, caller: Caller) => sql`
  ${isOfOwnMerchant(sql, 'merchant_id', caller)}
  and (${caller.partnerId}::uuid is null or partner_id = ${caller.partnerId})`

export async function insertApproval(
  tx: Tx,
  { requestedBy, ...approval }: NewApproval,
): Promise<ApprovalRow> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  const row = {
    ...approval,
    records: json(approval.records),
    payload: json(approval.payload),
    before: json(approval.before),
    after: json(approval.after),
    requestedByKind: requestedBy.kind,
    requestedById: requestedBy.id,
    requestedByName: requestedBy.name,
    requestedByRole: requestedBy.role,
  }
  const [inserted] = await tx<ApprovalRow[]>`
    insert into approvals ${insertion(row)} returning ${columns(tx)}`
  return inserted as ApprovalRow
}

/** The same request by the same person, key or command, which waits already. */
export async function findSameRequest(
  sql: Reader,
  { kind, target, records, payload, requestedBy }: NewApproval,
  now: Date,
): Promise<ApprovalRow | null> {
  const [row] = await sql<ApprovalRow[]>`
    select ${columns(sql)} from approvals
    where state = 'PENDING' and expires_at > ${now} and kind = ${kind} and target = ${target}
      and records = ${JSON.stringify(records)}::jsonb and payload = ${JSON.stringify(payload)}::jsonb
      and requested_by_kind = ${requestedBy.kind} and requested_by_id is not distinct from ${requestedBy.id}
      and requested_by_role = ${requestedBy.role}
    order by id desc
    limit 1`
  return row ?? null
}

export async function findApproval(sql: Reader, caller: Caller, id: string): Promise<ApprovalRow | null> {
  const [row] = await sql<ApprovalRow[]>`
    select ${columns(sql)} from approvals where id = ${id} and ${isVisibleTo(sql, caller)}`
  return row ?? null
}

/** An approval with what the operation gets; `payload` is null once it has ended. */
export type LockedApproval = ApprovalRow & {
  records: RecordVersion[]
  payload: Record<string, unknown> | null
}

export async function lockApproval(tx: Tx, caller: Caller, id: string): Promise<LockedApproval | null> {
  const [row] = await tx<LockedApproval[]>`
    select ${columns(tx)}, records, payload
    from approvals where id = ${id} and ${isVisibleTo(tx, caller)} for update`
  return row ?? null
}

export type ApprovalFilter = {
  state?: ApprovalState | undefined
  target?: string | undefined
  decidable?: boolean | undefined
}

/** Besides admins. They decide on what their own merchant or partner has requested. */
export const DECIDING_ROLES: ReadonlySet<Caller['role']> = new Set(['merchant', 'partner'])

/** The rows for which `mayDecide` is true. */
function isDecidableBy(sql: Reader, { kind, id, role }: Caller) {
  if (kind !== 'staff' || !(role === 'admin' || DECIDING_ROLES.has(role))) return sql`false`
  return sql`state = 'PENDING' and ${requesterStaffId(sql)} is distinct from ${id}
    and ${role === 'admin' ? sql`true` : sql`requested_by_role = ${role}`}`
}

const matching = (sql: Reader, caller: Caller, { state, target, decidable }: ApprovalFilter) => sql`
  from approvals
  where ${isVisibleTo(sql, caller)} and ${isAboutRecordHere(sql)}
    ${state === undefined ? sql`` : sql`and state = ${state}`}
    ${target === undefined ? sql`` : sql`and target = ${target}`}
    ${decidable ? sql`and ${isDecidableBy(sql, caller)}` : sql``}`

export function listApprovals(
  sql: Reader,
  caller: Caller,
  { limit, before }: PageRequest,
  filter: ApprovalFilter,
): Promise<ApprovalRow[]> {
  return sql<ApprovalRow[]>`
    select ${columns(sql)} ${matching(sql, caller, filter)} and (${before}::uuid is null or id < ${before})
    order by id desc
    limit ${limit + 1}`
}

export function countApprovals(sql: Reader, caller: Caller, filter: ApprovalFilter): Promise<RowCount> {
  return countRows(sql, sql`select ${matching(sql, caller, filter)} limit ${MAX_COUNTED + 1}`)
}

export type Decision = {
  state: Exclude<ApprovalState, 'PENDING'>
  decidedBy: Actor
  note: string | null
  isEmergency: boolean
}

/** Ends a request, and deletes what the operation would get: it may contain the hash of a PIN. */
export async function updateToDecided(
  tx: Tx,
  id: string,
  { state, decidedBy, note, isEmergency }: Decision,
  now: Date,
): Promise<ApprovalRow> {
  const [row] = await tx<ApprovalRow[]>`
    update approvals
    set state = ${state}, payload = null, decided_by_kind = ${decidedBy.kind}, decided_by_id = ${decidedBy.id},
      decided_by_name = ${decidedBy.name}, decided_at = ${now}, note = ${note}, is_emergency = ${isEmergency}
    where id = ${id}
    returning ${columns(tx)}`
  return row as ApprovalRow
}

export type EndedApproval = Pick<ApprovalRow, 'id' | 'target'> & { state: 'EXPIRED' | 'LAPSED' }

/** Requests to end: nobody has decided in time, or the record has changed since. Leaves out those that are being decided. */
export function lockEnded(tx: Tx, now: Date, limit: number): Promise<EndedApproval[]> {
  return tx<EndedApproval[]>`
    select id, target, case when expires_at <= ${now} then 'EXPIRED' else 'LAPSED' end as state
    from approvals
    where state = 'PENDING' and ${isAboutRecordHere(tx)} and (expires_at <= ${now} or ${recordChanged(tx)})
    order by id
    limit ${limit}
    for update skip locked`
}

export const deleteApprovalsDecidedBefore = deletionBefore('approvals', 'decided_at')

export async function countPending(sql: Reader): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from approvals where state = 'PENDING'`
  return row.count
}

/** Changes that were made without a second person. */
export async function countEmergenciesSince(sql: Reader, time: Date): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from approvals where is_emergency and decided_at >= ${time}`
  return row.count
}
