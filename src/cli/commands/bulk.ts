import { startBulk } from '@counterfoil/contract/admin/bulk.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { CLI } from '../../domain/actors/caller.ts'
import type { BulkAction } from '../../domain/bulk/actions.ts'
import {
  cancelJob,
  countRecords,
  getJob,
  type NamedResult,
  ownerOf,
  resultsAfter,
  startBulkJob,
} from '../../domain/bulk/bulk-jobs.ts'
import { type JobRecord, listJobs } from '../../domain/bulk/queries.ts'
import type { Deps } from '../../domain/deps.ts'
import { issuesIn } from '../../platform/csv/cells.ts'
import { isUuid } from '../../platform/input/uuid.ts'
import { compileForBulk, queryReader } from '../../platform/input/validation.ts'
import { invalid, Refusal, refuse } from '../../platform/refusal.ts'
import { listAll, readAll } from '../list-all.ts'
import type { CommandContext } from '../run-command.ts'
import { confirm } from '../terminal/confirm.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { UsageError } from '../terminal/failure.ts'
import { readText } from '../terminal/input.ts'
import { table } from '../terminal/table.ts'
import { describeJob, listProblems, resultTable, watchJob } from './bulk-progress.ts'

type Body = Input<typeof startBulk>['body']
type StartOptions = {
  idsFile?: string
  filter?: string[]
  expectedTotal?: string
  outcome?: string
  note?: string
  reason?: string
  dryRun?: boolean
  yes?: boolean
  wait: boolean
}

export async function start(
  context: CommandContext,
  action: BulkAction,
  ids: string[],
  options: StartOptions,
): Promise<number | Refusal> {
  const body = await readBody(action, ids, options)
  if (body instanceof Refusal) return body
  const { deps } = await context.openExisting()
  if (options.dryRun) return printCount(context, deps, body)
  const expectedTotal = await confirmCount(context, deps, body, options)
  if (expectedTotal instanceof Refusal) return expectedTotal
  const job = await startBulkJob(deps, CLI, {
    ...body,
    ...(expectedTotal !== undefined && { expectedTotal }),
  })
  if (job instanceof Refusal) return job
  return options.wait ? finish(context, deps, job) : print(context, job)
}

/** The request of the API, with the same checks. */
async function readBody(action: BulkAction, ids: string[], options: StartOptions): Promise<Body | Refusal> {
  const { idsFile, filter, expectedTotal, outcome, note, reason } = options
  const named = [...ids, ...(idsFile === undefined ? [] : linesOf(await readText(idsFile)))]
  const fields = {
    action,
    ids: named.length > 0 || idsFile !== undefined ? named : undefined,
    filter: filter && readFilter(filter),
    expectedTotal: expectedTotal && Number(expectedTotal),
    ...{ outcome, note, reason },
  }
  const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const issues = issuesIn(compileForBulk(startBulk.body), body)
  return issues.length > 0 ? invalid(...issues) : (body as Body)
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** `reviewed=false` is a boolean, as in the query of a list. */
function readFilter(pairs: string[]): Record<string, unknown> {
  const filter: Record<string, unknown> = {}
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1) throw new UsageError(`--filter ${pair} is not name=value, as in status=FLAGGED`)
    filter[pair.slice(0, at)] = pair.slice(at + 1)
  }
  queryReader(startBulk.body.properties.filter)(filter)
  return filter
}

async function printCount(
  { terminal }: CommandContext,
  deps: Deps,
  { action, ids, filter }: Body,
): Promise<number | Refusal> {
  const counted = filter === undefined ? { total: new Set(ids).size } : await count(deps, action, filter)
  if (counted instanceof Refusal) return counted
  terminal.printResult({ dryRun: true, ...counted }, `${counted.total} records. Nothing was started.`)
  return EXIT.done
}

const count = (deps: Deps, action: BulkAction, filter: NonNullable<Body['filter']>) =>
  countRecords(deps, CLI, { action, filter })

/** Asks about the number that a filter matches, and lets the job start with this number only. Ids need no question. */
async function confirmCount(
  { signal }: CommandContext,
  deps: Deps,
  { action, filter, expectedTotal }: Body,
  { yes = false }: StartOptions,
): Promise<number | undefined | Refusal> {
  if (filter === undefined || yes || expectedTotal !== undefined) return expectedTotal
  const counted = await count(deps, action, filter)
  if (counted instanceof Refusal) return counted
  await confirm(`${action} of ${counted.total} records.`, false, signal)
  return counted.total
}

async function finish(context: CommandContext, deps: Deps, started: JobRecord): Promise<number> {
  const job = await watchJob(context, deps, started)
  const { terminal } = context
  const problems = terminal.json ? '' : await listProblems(deps, job)
  terminal.printResult(job, `${problems}${describeJob(job)}`)
  if (job.state === 'FAILED') return EXIT.failed
  return job.refused + job.failed + job.cancelled > 0 ? EXIT.rowsRejected : EXIT.done
}

function print({ terminal }: CommandContext, job: JobRecord): number {
  terminal.printResult(job, describeJob(job))
  return EXIT.done
}

export async function show(
  context: CommandContext,
  id: string,
  { wait = false }: { wait?: boolean },
): Promise<number | Refusal> {
  const { deps } = await context.openExisting()
  const job = await findJob(deps, id)
  if (job instanceof Refusal) return job
  return wait ? finish(context, deps, job) : print(context, job)
}

export async function list({ terminal, openExisting }: CommandContext): Promise<undefined> {
  const { deps } = await openExisting()
  const items = await listAll((page) => listJobs(deps.db, ownerOf(CLI), page))
  const rows = items.map(({ id, createdAt, action, state, done, total }) => [
    ...[id, createdAt, action, state, `${done} of ${total}`],
  ])
  terminal.printResult({ items }, table(['id', 'started', 'action', 'state', 'done'], rows))
}

export async function results(
  { terminal, openExisting }: CommandContext,
  id: string,
  { outcome }: { outcome?: NamedResult['outcome'] },
): Promise<Refusal | undefined> {
  const { deps } = await openExisting()
  const job = await findJob(deps, id)
  if (job instanceof Refusal) return job
  const items = await readAll(resultsAfter(deps, id, outcome))
  terminal.printResult({ items }, resultTable(items))
}

export async function cancel(context: CommandContext, id: string): Promise<number | Refusal> {
  const { deps } = await context.openExisting()
  const job = isUuid(id) ? await cancelJob(deps, CLI, id) : refuse('not_found')
  return job instanceof Refusal ? job : print(context, job)
}

async function findJob(deps: Deps, id: string): Promise<JobRecord | Refusal> {
  return isUuid(id) ? getJob(deps, CLI, id) : refuse('not_found')
}
