import type { EntryFacts } from '@counterfoil/contract/admin/facts.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { describerOf, type EntryInWords as Words } from '@counterfoil/contract/words/describe-facts.ts'
import { IN_ENGLISH } from '@counterfoil/contract/words/in-english.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import { isUuid } from '../../platform/input/uuid.ts'
import { idsNamedIn, readEntry } from './facts/entry-facts.ts'
import type { AuditRecord } from './queries.ts'
import { listRecordNames, type MentionedIds } from './record-name-queries.ts'

export type EntryInWords = AuditRecord &
  Words & { targetName: string | null; facts: Static<typeof EntryFacts> }

const describe = describerOf(IN_ENGLISH)

/** Adds the facts and the English words to a page of entries, and the names of the records in them. */
export async function putIntoWords(sql: Reader, entries: AuditRecord[]): Promise<EntryInWords[]> {
  const names = await namesIn(sql, entries)
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

async function namesIn(sql: Reader, entries: AuditRecord[]): Promise<Map<string, string>> {
  const mentioned: MentionedIds = { records: [], users: [], redemptions: [], events: [], slugs: [] }
  const targets = entries.map(({ target }) => readTarget(target))
  const named = entries.flatMap(idsNamedIn).map((id) => ({ kind: '', id }))
  for (const { kind, id } of [...targets, ...named]) {
    if (isUuid(id)) mentioned[LARGE_TABLES[kind] ?? 'records'].push(id)
    else mentioned.slugs.push(id)
  }
  return listRecordNames(sql, mentioned)
}
