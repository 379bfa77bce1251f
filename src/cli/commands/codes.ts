import { MAX_REPORTED_LINES } from '@counterfoil/contract/admin/codes.ts'
import { CLI } from '../../domain/actors/caller.ts'
import type { CodeFileType } from '../../domain/vouchers/code-lines.ts'
import { EMPTY_REPORT, type Report } from '../../domain/vouchers/code-report.ts'
import { importCodes as fillPool } from '../../domain/vouchers/import-codes.ts'
import { isUuid } from '../../platform/input/uuid.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { noteFailure, outcomeOf } from '../csv/import-outcome.ts'
import type { CommandContext } from '../run-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { type Failure, failureOf } from '../terminal/failure.ts'
import { openInput } from '../terminal/input.ts'
import { showProgress } from '../terminal/progress.ts'
import { table } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'

type Options = { dryRun?: boolean; format?: 'csv' | 'text' }

/** This many lines fit on a screen; --json lists more. */
const MAX_LINES_SHOWN = 20

export async function importCodes(
  { terminal, signal, open }: CommandContext,
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
    const parts = deps.depsIn(await deps.cells.of('voucher', voucherId))
    const result = await fillPool(parts, CLI, voucherId, upload)
    progress.end()
    if (result instanceof Refusal) return result.code === 'not_found' ? unknown : result
    return finish(terminal, result, dryRun, null)
  } catch (error) {
    progress.end()
    if (report.received === 0) throw error
    return finish(terminal, report, dryRun, failureOf(signal.aborted ? signal.reason : error))
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

function finish(terminal: Terminal, report: Report, dryRun: boolean, failure: Failure | null): number {
  terminal.printResult({ dryRun, ...report, ...failure?.body }, describe(report, dryRun))
  if (failure) noteFailure(terminal, failure, dryRun)
  return failure?.exitCode ?? (report.rejectedTotal > 0 ? EXIT.rowsRejected : EXIT.done)
}

function describe({ received, added, duplicates, rejected, rejectedTotal }: Report, dryRun: boolean): string {
  const shown = rejected.slice(0, MAX_LINES_SHOWN).map(({ line, reason }) => [String(line), reason])
  const more = rejectedTotal - shown.length
  const summary = `${received} read: ${added} added, ${duplicates} already in the pool, ${rejectedTotal} rejected.`
  return [
    ...(shown.length > 0 ? [table(['line', 'reason for rejection'], shown)] : []),
    ...(more > 0 ? [`and ${more} more (--json lists up to ${MAX_REPORTED_LINES})`] : []),
    ...(shown.length > 0 ? [''] : []),
    outcomeOf(summary, dryRun),
  ].join('\n')
}
