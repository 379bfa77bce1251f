import type { BulkJob, BulkResult, listBulkResults } from '@counterfoil/contract/admin/bulk-jobs.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import type { ErrorCode } from '@counterfoil/contract/errors.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { ascending, inOrder, isAfter, type SortedPage } from '../../platform/database/keyset.ts'
import { insertion } from '../../platform/database/sql.ts'
import type { PageRequest } from '../../platform/input/paging.ts'
import type { SortedList } from '../../platform/input/sorted-list.ts'
import type { Issue } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import type { BulkAction, BulkInput } from './actions.ts'

export type JobRecord = Static<typeof BulkJob>
export type ResultRow = Omit<Static<typeof BulkResult>, 'recordName'>
type Outcome = NonNullable<Input<typeof listBulkResults>['query']['outcome']>

/** The counts of a job that is not finished are counted from its rows. */
const jobsOf = (sql: Reader, condition: ReturnType<Reader>) => sql`
  select j.id, j.action, j.review_outcome, j.started_by ->> 'name' as started_by,
    case when j.finished_at is null then 'RUNNING' when j.error is not null then 'FAILED'
      when j.cancelled_at is not null then 'CANCELLED' else 'DONE' end as state,
    j.total, c.succeeded + c.requested + c.refused + c.failed + c.cancelled as done, c.succeeded, c.requested, c.refused, c.failed, c.cancelled,
    j.created_at, j.finished_at, j.error
  from bulk_jobs j cross join lateral (
    select j.succeeded, j.requested, j.refused, j.failed, j.cancelled where j.finished_at is not null
    union all
    (select ${countsOf(sql)} from bulk_rows r where r.job_id = j.id and j.finished_at is null having j.finished_at is null)
  ) as c
  where ${condition}`

const countsOf = (sql: Reader) => sql`
  count(*) filter (where r.outcome = 'DONE')::int as succeeded,
  count(*) filter (where r.outcome = 'REQUESTED')::int as requested,
  count(*) filter (where r.outcome = 'REFUSED')::int as refused,
  count(*) filter (where r.outcome = 'FAILED')::int as failed,
  count(*) filter (where r.outcome = 'CANCELLED')::int as cancelled`

export async function findJob(sql: Reader, id: string): Promise<JobRecord | null> {
  const [row] = await sql<JobRecord[]>`${jobsOf(sql, sql`j.id = ${id}`)}`
  return row ?? null
}

export async function findOwner(sql: Reader, id: string): Promise<string | null> {
  const [row] = await sql<{ owner: string }[]>`select owner from bulk_jobs where id = ${id}`
  return row?.owner ?? null
}

export function listJobs(sql: Reader, owner: string, { limit, before }: PageRequest): Promise<JobRecord[]> {
  const isWanted = sql`j.owner = ${owner} and (${before}::uuid is null or j.id < ${before})`
  return sql<JobRecord[]>`${jobsOf(sql, isWanted)} order by j.id desc limit ${limit + 1}`
}

type NewJob = {
  id: string
  action: BulkAction
  startedBy: Caller
  owner: string
  input: BulkInput
  reviewOutcome: BulkInput['outcome'] | null
  total: number
  createdAt: Date
}

/** `rowIds` are in the order of the work. */
export async function insertJob(
  tx: Tx,
  job: NewJob,
  rows: { ids: string[]; recordIds: string[] },
): Promise<void> {
  await tx`insert into bulk_jobs ${insertion(job)}`
  await tx`
    insert into bulk_rows (id, job_id, record_id)
    select rows.id, ${job.id}, rows.record_id
    from unnest(${rows.ids}::uuid[], ${rows.recordIds}::uuid[]) as rows (id, record_id)`
}

/** Jobs that are not finished, oldest first. */
export async function listOpenJobs(sql: Reader): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from bulk_jobs where finished_at is null order by id`
  return rows.map(({ id }) => id)
}

export type OpenJob = { id: string; action: BulkAction; startedBy: Caller; input: BulkInput }

export async function findOpenJob(sql: Reader, id: string): Promise<OpenJob | null> {
  const [row] = await sql<OpenJob[]>`
    select id, action, started_by, input from bulk_jobs where id = ${id} and finished_at is null`
  return row ?? null
}

export type OpenRow = { id: string; recordId: string }

export function listOpenRows(sql: Reader, jobId: string, limit: number): Promise<OpenRow[]> {
  return sql<OpenRow[]>`
    select id, record_id from bulk_rows where job_id = ${jobId} and outcome is null order by id limit ${limit}`
}

/** Returns false if the row has an outcome, or if another worker is at it. */
export async function lockOpenRow(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`select from bulk_rows where id = ${id} and outcome is null for update skip locked`
  return rows.length > 0
}

export type Result = { outcome: Exclude<Outcome, 'PENDING'>; code?: ErrorCode; issues?: Issue[] }

export async function updateRow(
  tx: Tx,
  id: string,
  { outcome, code, issues }: Result,
  now: Date,
): Promise<void> {
  await tx`
    update bulk_rows
    set outcome = ${outcome}, code = ${code ?? null}, done_at = ${now},
      issues = ${issues === undefined ? null : JSON.stringify(issues)}::jsonb
    where id = ${id} and outcome is null`
}

/** Null if the job has finished. */
export async function lockOpenJob(tx: Tx, id: string): Promise<{ total: number } | null> {
  const [row] = await tx<{ total: number }[]>`
    select total from bulk_jobs where id = ${id} and finished_at is null for update`
  return row ?? null
}

/** Ends the rows that have no outcome. Waits for those that a worker is at. */
export async function cancelOpenRows(tx: Tx, jobId: string, now: Date): Promise<void> {
  await tx`
    update bulk_rows set outcome = 'CANCELLED', done_at = ${now} where job_id = ${jobId} and outcome is null`
}

/** Returns false if a row is open. Deletes note and reason. */
export async function updateToFinished(
  tx: Tx,
  id: string,
  { now, cancelledAt = null, error = null }: { now: Date; cancelledAt?: Date | null; error?: string | null },
): Promise<boolean> {
  const { count } = await tx`
    update bulk_jobs
    set finished_at = ${now}, cancelled_at = ${cancelledAt}, error = ${error}, input = null, succeeded = c.succeeded,
      requested = c.requested, refused = c.refused, failed = c.failed, cancelled = c.cancelled
    from (select ${countsOf(tx)}, count(*) filter (where r.outcome is null) as open from bulk_rows r where r.job_id = ${id}) as c
    where bulk_jobs.id = ${id} and finished_at is null and c.open = 0`
  return count > 0
}

export const RESULT_LIST: SortedList<'id', ResultRow> = {
  name: 'bulk-results',
  default: 'id',
  sorts: { id: ascending({ sql: 'r.id', type: 'uuid', of: ({ id }) => id }) },
}

export function listResults(
  sql: Reader,
  jobId: string,
  outcome: Outcome | undefined,
  page: SortedPage<ResultRow>,
): Promise<ResultRow[]> {
  const isWanted =
    outcome === undefined
      ? sql`true`
      : outcome === 'PENDING'
        ? sql`r.outcome is null`
        : sql`r.outcome = ${outcome}`
  return sql<ResultRow[]>`
    select r.id, r.record_id, coalesce(r.outcome, 'PENDING') as outcome, r.code as error,
      coalesce(r.issues, '[]') as issues, r.done_at
    from bulk_rows r
    where r.job_id = ${jobId} and ${isWanted} and ${isAfter(sql, page)}
    ${inOrder(sql, page)}`
}

/** Deletes rows of old jobs, at most `limit`. Returns their number. */
export async function deleteBulkRowsBefore(tx: Tx, time: Date, limit: number): Promise<number> {
  const { count } = await tx`
    delete from bulk_rows
    where id = any (array(
      select r.id from bulk_jobs j join bulk_rows r on r.job_id = j.id where j.finished_at < ${time} limit ${limit}
    ))`
  return count
}

/** Deletes old jobs whose rows are deleted, at most `limit`. Returns their number. */
export async function deleteBulkJobsBefore(tx: Tx, time: Date, limit: number): Promise<number> {
  const { count } = await tx`
    delete from bulk_jobs
    where id = any (array(
      select id from bulk_jobs j
      where finished_at < ${time} and not exists (select from bulk_rows r where r.job_id = j.id)
      order by id limit ${limit}
    ))`
  return count
}
