import type { Readable } from 'node:stream'
import type { countBulk, startBulk } from '@counterfoil/contract/admin/bulk.ts'
import type { listBulkResults } from '@counterfoil/contract/admin/bulk-jobs.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { askCells } from '../../platform/cells/merge.ts'
import { type CsvColumn, streamCsv } from '../../platform/csv/csv-stream.ts'
import { type Reader, transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { listPage, type Page } from '../../platform/input/paging.ts'
import { listSorted, rowsAfter } from '../../platform/input/sorted-list.ts'
import { invalid, issueAt, Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { listRecordNames } from '../audit/record-name-queries.ts'
import { ACTIONS, type BulkInput, mayUse } from './actions.ts'
import {
  cancelOpenRows,
  findJob,
  findOwner,
  insertJob,
  type JobRecord,
  listJobs,
  listResults,
  lockOpenJob,
  RESULT_LIST,
  type ResultRow,
  updateToFinished,
} from './queries.ts'
import { selectRecords } from './select-records.ts'

type Body = Input<typeof startBulk>['body']

/** Fixes the records and stores the job. A worker does the rest. */
export async function startBulkJob(deps: Runtime, caller: Caller, body: Body): Promise<JobRecord | Refusal> {
  const { action } = body
  if (!mayUse(caller, action)) return refuse('forbidden')
  const input = readInput(body)
  if (input instanceof Refusal) return input
  const recordIds = await freeze(deps, caller, body)
  if (recordIds instanceof Refusal) return recordIds
  const [id, createdAt, total] = [orderedId(), deps.now(), recordIds.length]
  const { address: _, ...startedBy } = caller
  return transaction(deps.db, async (tx) => {
    await tx.extendDeadline(60_000)
    const reviewOutcome = input.outcome ?? null
    const job = { id, action, startedBy, owner: ownerOf(caller), input, reviewOutcome, total, createdAt }
    await insertJob(tx, job, { ids: recordIds.map(orderedId), recordIds })
    const after = { bulkAction: action, total }
    await record(tx, { caller, at: createdAt, action: 'bulk.start', target: `bulk:${id}`, after })
    return (await findJob(tx, id)) as JobRecord
  })
}

const INPUTS = ['outcome', 'note', 'reason'] as const

function readInput(body: Body): BulkInput | Refusal {
  const { takes, needs } = ACTIONS[body.action]
  const missing = needs.filter((name) => body[name] === undefined)
  const foreign = INPUTS.filter((name) => body[name] !== undefined && !takes.includes(name))
  const issues = [
    ...missing.map((name) => issueAt(`/${name}`, 'issue.neededFor', { code: body.action })),
    ...foreign.map((name) => issueAt(`/${name}`, 'issue.notFor', { code: body.action })),
  ]
  if (issues.length > 0) return invalid(...issues)
  return Object.fromEntries(takes.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])))
}

async function freeze(deps: Runtime, caller: Caller, body: Body): Promise<string[] | Refusal> {
  const { ids, filter, action, expectedTotal } = body
  if ((ids === undefined) === (filter === undefined)) return invalid(issueAt('', 'issue.idsOrFilter'))
  if (filter === undefined) return [...new Set(ids?.map((id) => id.toLowerCase()))]
  const found = await selectRecords(deps, caller, ACTIONS[action].list, filter)
  if (found instanceof Refusal || expectedTotal === undefined || found.length === expectedTotal) return found
  return refuse('selection_changed', { total: found.length })
}

/** Exact, because a person is asked about this number. */
export async function countRecords(
  deps: Runtime,
  caller: Caller,
  { action, filter }: Input<typeof countBulk>['body'],
): Promise<{ total: number } | Refusal> {
  if (!mayUse(caller, action)) return refuse('forbidden')
  const found = await selectRecords(deps, caller, ACTIONS[action].list, filter)
  return found instanceof Refusal ? found : { total: found.length }
}

export function ownerOf({ kind, id, name }: Caller): string {
  return `${kind}:${id ?? name}`
}

export function listOwnJobs(
  { db }: Runtime,
  caller: Caller,
  query: { limit?: number; cursor?: string },
): Promise<Page<JobRecord> | Refusal> {
  return listPage(query, (page) => listJobs(db, ownerOf(caller), page))
}

/** Admins see every job by its id, everybody else only their own. */
async function isVisible(sql: Reader, caller: Caller, id: string): Promise<boolean> {
  const owner = await findOwner(sql, id)
  return owner !== null && (caller.role === 'admin' || owner === ownerOf(caller))
}

export async function getJob({ db }: Runtime, caller: Caller, id: string): Promise<JobRecord | Refusal> {
  return ((await isVisible(db, caller, id)) && (await findJob(db, id))) || refuse('not_found')
}

type ResultQuery = Input<typeof listBulkResults>['query']
export type NamedResult = ResultRow & { recordName: string | null }

export async function viewResults(
  deps: Runtime,
  caller: Caller,
  id: string,
  query: ResultQuery,
): Promise<Page<NamedResult> | Refusal> {
  const { db } = deps
  if (!(await isVisible(db, caller, id))) return refuse('not_found')
  const page = await listSorted(RESULT_LIST, query, {
    rows: (request) => listResults(db, id, query.outcome, request),
    count: async () => ({ value: 0, isExact: true }),
  })
  if (page instanceof Refusal) return page
  return { nextCursor: page.nextCursor, items: await withNames(deps, page.items) }
}

const COLUMNS: CsvColumn<NamedResult>[] = [
  ['recordId', ({ recordId }) => recordId],
  ['recordName', ({ recordName }) => recordName],
  ['outcome', ({ outcome }) => outcome],
  ['error', ({ error }) => error],
  ['issues', ({ issues }) => issues.map(({ path, message }) => `${path} ${message}`).join('; ')],
  ['doneAt', ({ doneAt }) => doneAt],
]

export async function exportResults(
  deps: Runtime,
  caller: Caller,
  id: string,
  { outcome }: Pick<ResultQuery, 'outcome'>,
): Promise<Readable | Refusal> {
  if (!(await isVisible(deps.db, caller, id))) return refuse('not_found')
  return streamCsv(COLUMNS, resultsAfter(deps, id, outcome))
}

/** Fetches the results after `last`, for a list that is read to its end. */
export function resultsAfter(
  deps: Runtime,
  id: string,
  outcome: ResultQuery['outcome'],
): (last: NamedResult | null, limit: number) => Promise<NamedResult[]> {
  const fetch = rowsAfter(RESULT_LIST, undefined, (page) => listResults(deps.db, id, outcome, page))
  return async (last, limit) => withNames(deps, await fetch(last, limit))
}

/** Nothing is named before its rights were checked: the caller may have sent the id of a foreign record. */
async function withNames(deps: Runtime, rows: ResultRow[]): Promise<NamedResult[]> {
  const isSeen = ({ outcome, error }: ResultRow) =>
    outcome === 'DONE' ||
    outcome === 'REQUESTED' ||
    (outcome === 'REFUSED' && error !== 'not_found' && error !== 'forbidden')
  const ids = rows.filter(isSeen).map(({ recordId }) => recordId)
  const mentioned = { records: ids, users: [], redemptions: ids, events: ids, slugs: [] }
  const found = ids.length === 0 ? [] : await askCells(deps, ({ db }) => listRecordNames(db, mentioned))
  const names = new Map(found.flatMap((one) => [...one]))
  return rows.map((row) => {
    const name = isSeen(row) ? names.get(row.recordId) : undefined
    return { ...row, recordName: name === undefined ? null : plainText(name) }
  })
}

/** The record that a worker is at is finished first. */
export async function cancelJob(deps: Runtime, caller: Caller, id: string): Promise<JobRecord | Refusal> {
  if (!(await isVisible(deps.db, caller, id))) return refuse('not_found')
  return transaction(deps.db, async (tx) => {
    await tx.extendDeadline(60_000)
    const now = deps.now()
    if (await lockOpenJob(tx, id)) {
      await cancelOpenRows(tx, id, now)
      await updateToFinished(tx, id, { now, cancelledAt: now })
      await record(tx, { caller, at: now, action: 'bulk.cancel', target: `bulk:${id}` })
    }
    return (await findJob(tx, id)) as JobRecord
  })
}
