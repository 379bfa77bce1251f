import { HOME_TABLES } from '../../platform/cells/home-tables.ts'
import { askCells, type CellsDeps } from '../../platform/cells/merge.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Archive } from '../redemptions/archive/archive-folder.ts'
import { readRowsOfUser } from '../redemptions/archive/rewrite-archive.ts'
import {
  allowLongExport,
  getUserRow,
  listAuditEntriesOf,
  type Person,
  propertyName,
  readSection,
  SECTIONS,
  type Section,
} from './export-queries.ts'

type Rows = Record<string, unknown>[]
type Options = { archives: Archive[]; now: Date; signal: AbortSignal; write(text: string): Promise<void> }

const BATCH_TARGETS = 500

/**
 * Writes everything that is stored about a person as one JSON document, with each database as of one moment. Memory holds
 * a page of rows, and the ids of the person's redemptions.
 */
export async function exportPerson(deps: CellsDeps, person: Person, options: Options): Promise<void> {
  const { write, now, archives, signal } = options
  const databases = await askCells(deps, async ({ db }) => db)
  await inSnapshots(databases, async (snapshots) => {
    const [tx] = snapshots as [Tx, ...Tx[]]
    const targets = [`user:${person.userId}`]
    await write(`{\n"version": 1,\n"exportedAt": ${JSON.stringify(now)}`)
    await write(`,\n"user": ${JSON.stringify(await getUserRow(tx, person))}`)
    const writeSection = async (name: string, pages: AsyncIterable<Rows>) => {
      let separator = `,\n"${name}": [\n`
      for await (const page of pages) {
        signal.throwIfAborted()
        if (/redemptions$/i.test(name)) targets.push(...page.map(({ id }) => `redemption:${id}`))
        await write(`${separator}${page.map((row) => JSON.stringify(row)).join(',\n')}`)
        separator = ',\n'
      }
      await write(separator === ',\n' ? '\n]' : `,\n"${name}": []`)
    }
    for (const section of SECTIONS) await writeSection(section.name, readSections(snapshots, section, person))
    await writeSection('archivedRedemptions', readArchives(archives, person, signal))
    await writeSection('auditEntries', readAuditEntries(snapshots, targets))
    await write('\n}\n')
  })
}

/** Opens a snapshot of each database, one after the other. */
async function inSnapshots(
  [db, ...others]: Db[],
  work: (snapshots: Tx[]) => Promise<void>,
  snapshots: Tx[] = [],
): Promise<void> {
  if (!db) return work(snapshots)
  return db.begin('isolation level repeatable read read only', async (tx) => {
    await allowLongExport(tx)
    return inSnapshots(others, work, [...snapshots, tx])
  })
}

const AT_HOME: ReadonlySet<string> = new Set(HOME_TABLES)

async function* readSections(snapshots: Tx[], section: Section, person: Person): AsyncGenerator<Rows> {
  // Cells reach the tables that they share at home.
  const sources = AT_HOME.has(section.table) ? snapshots.slice(0, 1) : snapshots
  for (const tx of sources) yield* readSection(tx, section, person)
}

async function* readArchives(
  archives: Archive[],
  { userId }: Person,
  signal: AbortSignal,
): AsyncGenerator<Rows> {
  for (const archive of archives) {
    for await (const page of readRowsOfUser(archive, userId, signal))
      yield page.map((row) => ({ archivedMonth: archive.manifest.month, ...shownOf(row) }))
  }
}

/** Formats a redemption like the section `redemptions`, with each value as the text in the file. */
function shownOf({ reviewed_by, ...row }: Record<string, string | null>): Record<string, unknown> {
  const shown = Object.entries(row).map(([column, value]) => [propertyName(column), value])
  return { ...Object.fromEntries(shown), reviewedByKind: reviewed_by?.split(':')[0] ?? null }
}

async function* readAuditEntries(snapshots: Tx[], targets: string[]): AsyncGenerator<Rows> {
  for (let i = 0; i < targets.length; i += BATCH_TARGETS) {
    for (const tx of snapshots) {
      const entries = await listAuditEntriesOf(tx, targets.slice(i, i + BATCH_TARGETS))
      if (entries.length > 0) yield entries
    }
  }
}
