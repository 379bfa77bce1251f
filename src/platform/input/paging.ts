import { invalid, issueAt, Refusal } from '../refusal.ts'
import { readTime } from './time.ts'
import { isUuid } from './uuid.ts'

export type PageRequest = { limit: number; before: string | null }
export type Page<T> = { items: T[]; nextCursor: string | null }

const DEFAULT_LIMIT = 50

/** Lists are sorted by their time-ordered id, newest first, so a cursor is the last id of a page. */
function readPage(query: { limit?: number; cursor?: string }): PageRequest | Refusal {
  const limit = query.limit ?? DEFAULT_LIMIT
  if (query.cursor === undefined) return { limit, before: null }
  const before = Buffer.from(query.cursor, 'base64url').toString('latin1')
  return isUuid(before) ? { limit, before } : invalid(issueAt('/cursor', 'issue.cursor'))
}

/** `rows` contains one more than the page if there is a next page. */
export function pageOf<T extends { id: string }>(rows: T[], { limit }: PageRequest): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > limit && last ? Buffer.from(last.id).toString('base64url') : null,
  }
}

/** Reads the cursor, fetches the rows and cuts them to a page, for a list route. */
export async function listPage<T extends { id: string }>(
  query: { limit?: number; cursor?: string },
  fetch: (page: PageRequest) => Promise<T[]>,
): Promise<Page<T> | Refusal> {
  const page = readPage(query)
  return page instanceof Refusal ? page : pageOf(await fetch(page), page)
}

/** An ILIKE pattern that matches the text anywhere. `%` and `_` in the text are literal. */
export function containing(text: string | undefined): string | null {
  return text === undefined ? null : `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** The `link` header of a plain list, if it has a next page. */
export function nextLink(
  path: string,
  query: Record<string, unknown>,
  cursor: string | null,
): Record<string, string> {
  if (cursor === null) return {}
  const params: Record<string, unknown> = { ...query, cursor }
  // Names are encoded too, because an unknown name is arbitrary text, and headers do not allow every character.
  const pairs = Object.keys(params).map((name) =>
    [name, params[name]].map((part) => encodeURIComponent(String(part))).join('='),
  )
  return { link: `<${path}?${pairs.join('&')}>; rel="next"` }
}

/** A plain list is sorted newest first, then by id. It is complete unless the caller sets a limit. */
export type ListRequest = { limit: number | null; before: ListKey | { time: null; id: null } }
export type ListQuery = { limit?: number; cursor?: string }
/** An item's position in its list, and the content of a cursor. */
export type ListKey = { time: string; id: string }

/** Reads the cursor, fetches the rows and cuts them to a page. `name` marks the cursors of this list. */
export async function listByTime<T>(
  name: string,
  query: ListQuery,
  keyOf: (item: T) => ListKey,
  fetch: (page: ListRequest) => Promise<T[]>,
): Promise<{ items: T[]; nextCursor: string | null } | Refusal> {
  const before = query.cursor === undefined ? { time: null, id: null } : readKey(name, query.cursor)
  if (before instanceof Refusal) return before
  const limit = query.limit ?? null
  const rows = await fetch({ limit, before })
  const items = limit === null ? rows : rows.slice(0, limit)
  const last = items.at(-1)
  const nextCursor = last && rows.length > items.length ? writeKey(name, keyOf(last)) : null
  return { items, nextCursor }
}

function writeKey(name: string, { time, id }: ListKey): string {
  return Buffer.from([name, time, id].join('|')).toString('base64url')
}

function readKey(name: string, cursor: string): ListKey | Refusal {
  const [named, time = '', id = '', ...more] = Buffer.from(cursor, 'base64url').toString('latin1').split('|')
  const isOurs = named === name && isTimestamp(time) && isUuid(id) && more.length === 0
  return isOurs ? { time, id } : invalid(issueAt('/cursor', 'issue.cursor'))
}

/** Whether the text is an existing time, written exactly as we write it. */
function isTimestamp(text: string): boolean {
  return readTime(text)?.toISOString() === text
}
