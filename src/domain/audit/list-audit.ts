import type { listAudit as route } from '@counterfoil/contract/admin/audit.ts'
import type { Static } from 'typebox'
import { countInCells, listByIdInCells, listInCells } from '../../platform/cells/merge.ts'
import type { RowCount } from '../../platform/database/keyset.ts'
import { listPage, type PageRequest } from '../../platform/input/paging.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { actionsNamed, propertiesNamed, splitIntoWords } from './facts/search-words.ts'
import { putIntoWords } from './put-into-words.ts'
import { type AuditRecord, countAuditEntries, listAuditEntries } from './queries.ts'
import { countFoundEntries, listTargetsNamed, searchAuditEntries } from './search-queries.ts'

export type AuditQuery = Omit<Static<typeof route.query>, 'limit' | 'cursor' | 'count'>

export async function listAudit(deps: Runtime, query: Static<typeof route.query>) {
  const { find, count } = await prepareSearch(deps, query)
  const [page, counted] = await Promise.all([listPage(query, find), query.count ? count() : undefined])
  if (page instanceof Refusal) return page
  return { ...page, items: await putIntoWords(deps, page.items), ...(counted && { count: counted }) }
}

/** What a query finds, page by page, and how many entries there are. */
type Search = {
  find: (page: PageRequest) => Promise<AuditRecord[]>
  count: () => Promise<RowCount>
}

/** Looks up what the words and the name of the query stand for, once for all pages. */
export async function prepareSearch(deps: Runtime, { q, record, ...filter }: AuditQuery): Promise<Search> {
  if (q === undefined && record === undefined) {
    return {
      find: (page) => listByIdInCells(deps, page, ({ db }) => listAuditEntries(db, page, filter)),
      count: () => countInCells(deps, ({ db }) => countAuditEntries(db, filter)),
    }
  }
  const ofWords = splitIntoWords(q ?? '').map((word) => termsOfWord(deps, word))
  const ofRecord = record === undefined ? [] : [termsOfRecord(deps, record.trim())]
  const terms = (await Promise.all([...ofWords, ...ofRecord])).join(' & ')
  // A text without a letter or a digit matches nothing, as does a name that no record has.
  if (terms === '') return { find: async () => [], count: async () => ({ value: 0, isExact: true }) }
  return {
    find: (page) => listByIdInCells(deps, page, ({ db }) => searchAuditEntries(db, page, filter, terms)),
    count: () => countInCells(deps, ({ db }) => countFoundEntries(db, filter, terms)),
  }
}

const MIN_NAME_LENGTH = 3

async function termsOfWord(deps: Runtime, word: string): Promise<string> {
  const targets = word.length < MIN_NAME_LENGTH ? [] : await targetsNamed(deps, word)
  const properties = propertiesNamed(word).map((property) => property.toLowerCase())
  return anyOf([`${lexeme(word)}:*`, ...[...actionsNamed(word), ...properties, ...targets].map(lexeme)])
}

async function termsOfRecord(deps: Runtime, name: string): Promise<string> {
  return anyOf((await targetsNamed(deps, name)).map(lexeme))
}

/** Every cell finds those at home, too. */
async function targetsNamed(deps: Runtime, name: string): Promise<string[]> {
  return [...new Set(await listInCells(deps, ({ db }) => listTargetsNamed(db, name)))]
}

/** No entry has the empty target. */
const NOTHING = lexeme('no such record')

function anyOf(terms: string[]): string {
  return `(${terms.length === 0 ? NOTHING : terms.join(' | ')})`
}

/** A lexeme of a tsquery, quoted. */
function lexeme(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
