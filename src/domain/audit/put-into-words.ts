import type { EntryFacts } from '@counterfoil/contract/admin/facts.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { describerOf, type EntryInWords as Words } from '@counterfoil/contract/words/describe-facts.ts'
import { IN_ENGLISH } from '@counterfoil/contract/words/in-english.ts'
import type { Static } from 'typebox'
import { askCells, type CellsDeps } from '../../platform/cells/merge.ts'
import type { Reader } from '../../platform/database/db.ts'
import { isUuid } from '../../platform/input/uuid.ts'
import { idsNamedIn, readEntry } from './facts/entry-facts.ts'
import type { AuditRecord } from './queries.ts'
import { listRecordNames, type MentionedIds } from './record-name-queries.ts'

export type EntryInWords = AuditRecord &
  Words & { targetName: string | null; facts: Static<typeof EntryFacts> }

const describe = describerOf(IN_ENGLISH)

/** Adds the facts and the English words to a page of entries, and the names of the records in them, of all cells. */
export async function putIntoWords(deps: CellsDeps, entries: AuditRecord[]): Promise<EntryInWords[]> {
  const mentioned = idsMentionedIn(entries)
  const names = await askCells(deps, ({ db }) => listRecordNames(db, mentioned))
  return describeEntries(entries, new Map(names.flatMap((one) => [...one])))
}

/** The same in a transaction, with the names of the records in its database. */
export async function putIntoWordsIn(sql: Reader, entries: AuditRecord[]): Promise<EntryInWords[]> {
  return describeEntries(entries, await listRecordNames(sql, idsMentionedIn(entries)))
}

function describeEntries(entries: AuditRecord[], names: Map<string, string>): EntryInWords[] {
  const nameOf = (id: string) => plainText(names.get(id) ?? id)
  return entries.map((entry) => {
    const { id } = readTarget(entry.target)
    const targetName = names.has(id) ? nameOf(id) : null
    const facts = readEntry(entry, nameOf)
    return { ...entry, targetName, ...describe(facts), facts }
  })
}

/** `voucher:0199…`, or a record that exists once, such as `featured`. */
function readTarget(target: string): { kind: string; id: string } {
  const [kind = '', ...id] = target.split(':')
  return { kind, id: id.join(':') }
}

/** Users, redemptions and events are many, so they are looked up only where an entry is about one. */
const LARGE_TABLES: Record<string, 'users' | 'redemptions' | 'events'> = {
  user: 'users',
  redemption: 'redemptions',
  delivery: 'events',
}

function idsMentionedIn(entries: AuditRecord[]): MentionedIds {
  const mentioned: MentionedIds = { records: [], users: [], redemptions: [], events: [], slugs: [] }
  const targets = entries.map(({ target }) => readTarget(target))
  const named = entries.flatMap(idsNamedIn).map((id) => ({ kind: '', id }))
  for (const { kind, id } of [...targets, ...named]) {
    if (isUuid(id)) mentioned[LARGE_TABLES[kind] ?? 'records'].push(id)
    else mentioned.slugs.push(id)
  }
  return mentioned
}
