import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  type ArchivedFile,
  type ArchiveOptions,
  type ArchiveRefusal,
  archiveMonths,
  latestArchivable,
} from '../../domain/redemptions/archive/archive.ts'
import { monthText, parseMonth } from '../../domain/redemptions/months/month.ts'
import { findOpenMove } from '../../platform/cells/move-queries.ts'
import { loadConfig } from '../../platform/config.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { visible } from '../../platform/visible-text.ts'
import type { CommandContext } from '../run-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { UsageError } from '../terminal/failure.ts'
import { showProgress } from '../terminal/progress.ts'
import { partsOfCell } from './chosen-cell.ts'

type Options = { before: string; to?: string; evenUnreviewed?: boolean; cell?: string }

export async function archive(
  { terminal, signal, openExisting }: CommandContext,
  options: Options,
): Promise<number> {
  const now = new Date()
  const before = readBefore(options.before, now)
  const { deps } = await openExisting()
  const parts = await partsOfCell(deps, options.cell)
  // Every cell has the same months.
  const folder = join(resolve(options.to ?? join(loadConfig().dataDir, 'archive')), parts.cell ?? '')
  await requireWritable(folder)
  const progress = showProgress(1)
  const archived: ArchivedFile[] = []
  const refusal = await archiveUnlessMoving(parts, {
    ...{ before, folder, now, signal, evenUnreviewed: options.evenUnreviewed === true },
    onProgress: (text, done, total) => progress.update(total === 0 ? 0 : done / total, text),
    onArchived: (file) => archived.push(file),
  })
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error
      return { refused: `the disk of ${visible(folder)} is full: free some space and run the command again` }
    })
    .finally(() => progress.end())
  const lines = archived.map(({ file, rows }) => `archived ${rows} redemptions to ${visible(file)}`)
  if (refusal === null) {
    terminal.printResult({ archived }, [...lines, verdictOf(archived)].join('\n'))
    return EXIT.done
  }
  if (terminal.json) terminal.printResult({ archived, error: 'refused', message: refusal.refused }, '')
  else {
    for (const line of lines) terminal.print(line)
    terminal.note(refusal.refused)
  }
  return EXIT.refused
}

function verdictOf(archived: ArchivedFile[]): string {
  return `${archived.length} ${archived.length === 1 ? 'file' : 'files'}, each compared with the table. Keep them: these redemptions are no longer in the database.`
}

function readBefore(text: string, now: Date): Date {
  const before = parseMonth(text)
  if (before === null) throw new UsageError(`--before ${visible(text)} is not a month: write it like 2025-01`)
  const latest = latestArchivable(now)
  if (before > latest)
    throw new UsageError(
      `--before ${text} is too recent: this month and the 12 before it stay. Use ${monthText(latest)} or an earlier month`,
    )
  return before
}

async function requireWritable(folder: string): Promise<void> {
  const probe = join(folder, `.counterfoil-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new UsageError(
      `cannot write to ${visible(folder)} (${(error as NodeJS.ErrnoException).code}): choose another folder with --to`,
    )
  }
}

/** The archive takes rows away that a move copies. */
async function archiveUnlessMoving(deps: Runtime, options: ArchiveOptions): Promise<ArchiveRefusal | null> {
  const move = await findOpenMove(deps.homeDb)
  return move
    ? { refused: `merchant ${move.merchantId} is moving to another database: wait for its end` }
    : archiveMonths(deps.db, options)
}
