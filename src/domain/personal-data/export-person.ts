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
} from './export-queries.ts'

type Rows = Record<string, unknown>[]
type Options = { archives: Archive[]; now: Date; signal: AbortSignal; write(text: string): Promise<void> }

const BATCH_TARGETS = 500

/**
 * Writes everything that is stored about a person as one JSON document, with the database as of one moment. Memory holds a
 * page of rows, and the ids of the person's redemptions.
 */
export function exportPerson(db: Db, person: Person, options: Options): Promise<void> {
  const { write, now, archives, signal } = options
  return db.begin('isolation level repeatable read read only', async (tx) => {
    await allowLongExport(tx)
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
    for (const section of SECTIONS) await writeSection(section.name, readSection(tx, section, person))
    await writeSection('archivedRedemptions', readArchives(archives, person, signal))
    await writeSection('auditEntries', readAuditEntries(tx, targets))
    await write('\n}\n')
  })
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

async function* readAuditEntries(tx: Tx, targets: string[]): AsyncGenerator<Rows> {
  for (let i = 0; i < targets.length; i += BATCH_TARGETS) {
    const entries = await listAuditEntriesOf(tx, targets.slice(i, i + BATCH_TARGETS))
    if (entries.length > 0) yield entries
  }
}
