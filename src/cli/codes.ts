import { MAX_REPORTED_LINES } from '@counterfoil/contract/admin-codes.ts'
import { CLI } from '../domain/staff/caller.ts'
import { importCodes as fillPool } from '../domain/vouchers/code-import.ts'
import type { CodeFileType } from '../domain/vouchers/code-lines.ts'
import { EMPTY_REPORT, type Report } from '../domain/vouchers/code-report.ts'
import { isUuid } from '../platform/input/uuid.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import { EXIT } from './exit-codes.ts'
import { type Failure, failureOf } from './failure.ts'
import { noteFailure, outcomeOf } from './import-outcome.ts'
import { openInput } from './input.ts'
import type { Given } from './perform.ts'
import { showProgress } from './progress.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

type Options = { dryRun?: boolean; format?: 'csv' | 'text' }

/** As many as fit on a screen; --json has the rest. */
const LINES_SHOWN = 20

export async function importCodes(
  { terminal, signal, open }: Given,
  voucherId: string,
  path: string,
  { dryRun = false, format = path.toLowerCase().endsWith('.csv') ? 'csv' : 'text' }: Options,
): Promise<number | Refusal> {
  const unknown = refuse('not_found', { voucher: voucherId })
  if (!isUuid(voucherId)) return unknown
  const { stream, bytes } = await openInput(path, signal)
  const progress = showProgress(bytes)
  let report: Report = EMPTY_REPORT
  let read = 0
  const onProgress = (now: Report) => {
    report = now
    progress.update(read, `${now.received} read, ${now.added} added`)
  }
  const onRead = (length: number) => {
    read += length
    onProgress(report)
  }
  try {
    const { deps } = await open()
    const type: CodeFileType = format === 'csv' ? 'text/csv' : 'text/plain'
    const upload = { type, stream: watched(stream, signal, onRead), dryRun, onProgress }
    const result = await fillPool(deps, CLI, voucherId, upload)
    progress.end()
    if (result instanceof Refusal) return result.code === 'not_found' ? unknown : result
    return say(terminal, result, dryRun, null)
  } catch (error) {
    progress.end()
    if (report.received === 0) throw error
    return say(terminal, report, dryRun, failureOf(signal.aborted ? signal.reason : error))
  } finally {
    stream.destroy()
  }
}

async function* watched(
  stream: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  onRead: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    signal.throwIfAborted()
    yield chunk
    onRead(chunk.length)
  }
}

function say(terminal: Terminal, report: Report, dryRun: boolean, failure: Failure | null): number {
  terminal.answer({ dryRun, ...report, ...failure?.body }, describe(report, dryRun))
  if (failure) noteFailure(terminal, failure, dryRun)
  return failure?.exitCode ?? (report.rejectedTotal > 0 ? EXIT.rowsRejected : EXIT.done)
}

function describe({ received, added, duplicates, rejected, rejectedTotal }: Report, dryRun: boolean): string {
  const shown = rejected.slice(0, LINES_SHOWN).map(({ line, reason }) => [String(line), reason])
  const more = rejectedTotal - shown.length
  const figures = `${received} read: ${added} added, ${duplicates} already there, ${rejectedTotal} rejected.`
  return [
    ...(shown.length > 0 ? [table(['line', 'rejected because it'], shown)] : []),
    ...(more > 0 ? [`and ${more} more (--json lists up to ${MAX_REPORTED_LINES})`] : []),
    ...(shown.length > 0 ? [''] : []),
    outcomeOf(figures, dryRun),
  ].join('\n')
}
