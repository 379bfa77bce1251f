import { setTimeout as sleep } from 'node:timers/promises'
import { CLI } from '../../domain/actors/caller.ts'
import { getJob, type NamedResult, viewResults } from '../../domain/bulk/bulk-jobs.ts'
import type { JobRecord } from '../../domain/bulk/queries.ts'
import type { Deps } from '../../domain/deps.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { CommandContext } from '../run-command.ts'
import { showProgress } from '../terminal/progress.ts'
import { table } from '../terminal/table.ts'

const POLL_MS = 300

/** A worker looks for jobs every second. */
const NO_WORKER_MS = 10_000

/** This many records without success fit on a screen. */
const MAX_PROBLEMS_SHOWN = 20

/** Shows the progress until the job ends. The job does not depend on it. */
export async function watchJob(
  { terminal, signal }: CommandContext,
  deps: Deps,
  started: JobRecord,
): Promise<JobRecord> {
  const progress = showProgress(started.total)
  let job = started
  let changedAtMs: number | null = performance.now()
  try {
    while (job.state === 'RUNNING') {
      await sleep(POLL_MS, undefined, { signal })
      const now = await getJob(deps, CLI, job.id)
      if (now instanceof Refusal) break
      if (now.done > job.done) changedAtMs = performance.now()
      job = now
      progress.update(job.done, `${job.done} of ${job.total}, ${job.refused} refused`)
      if (changedAtMs !== null && performance.now() - changedAtMs > NO_WORKER_MS) {
        terminal.note(
          'nothing has changed for 10 seconds: a worker of the service must run to apply bulk jobs',
        )
        changedAtMs = null
      }
    }
    return job
  } catch (error) {
    if (signal.aborted)
      terminal.note(`the job continues: run "counterfoil bulk show ${job.id} --wait" to watch it`)
    throw error
  } finally {
    progress.end()
  }
}

export function describeJob(job: JobRecord): string {
  const { id, action, state, done, total, succeeded, requested, refused, failed, cancelled, error } = job
  const counts = `${succeeded} done, ${requested} sent for approval, ${refused} refused, ${failed} failed, ${cancelled} cancelled`
  const lines = [`${action} ${state}: ${done} of ${total} records. ${counts}.`, ...(error ? [error] : [])]
  return [...lines, `Job ${id}: "counterfoil bulk results ${id}" lists every record.`].join('\n')
}

/** The first records that were refused or failed, above the counts. */
export async function listProblems(deps: Deps, { id, refused, failed }: JobRecord): Promise<string> {
  if (refused + failed === 0) return ''
  const rows: NamedResult[] = []
  for (const outcome of ['REFUSED', 'FAILED'] as const) {
    const page = await viewResults(deps, CLI, id, { outcome, limit: MAX_PROBLEMS_SHOWN })
    if (!(page instanceof Refusal)) rows.push(...page.items)
  }
  return `${resultTable(rows.slice(0, MAX_PROBLEMS_SHOWN))}\n\n`
}

export function resultTable(rows: NamedResult[]): string {
  const lines = rows.map(({ recordId, outcome, error, issues, recordName }) => [
    ...[recordId, outcome, recordName ?? '', error ?? ''],
    issues.map(({ path, message }) => `${path.slice(1)} ${message}`.trim()).join('; '),
  ])
  return table(['id', 'outcome', 'record', 'error', 'reason'], lines)
}
