import { invalid, Refusal } from '../refusal.ts'
import { readTime } from './time.ts'
import { isUuid } from './uuid.ts'

export type PageRequest = { limit: number; before: string | null }
export type Page<T> = { items: T[]; nextCursor: string | null }

const DEFAULT_LIMIT = 50

/** Lists run newest first by their time-ordered id, so the last id of a page is all that a cursor needs to say. */
function readPage(query: { limit?: number; cursor?: string }): PageRequest | Refusal {
  const limit = query.limit ?? DEFAULT_LIMIT
  if (query.cursor === undefined) return { limit, before: null }
  const before = Buffer.from(query.cursor, 'base64url').toString('latin1')
  return isUuid(before) ? { limit, before } : invalid({ path: '/cursor', message: 'is not a cursor of ours' })
}

/** `rows` are one more than the page holds, when there is a next one. */
export function pageOf<T extends { id: string }>(rows: T[], { limit }: PageRequest): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > limit && last ? Buffer.from(last.id).toString('base64url') : null,
  }
}

/** A whole list route in one call: read the page asked for, fetch it, cut it. */
export async function listPage<T extends { id: string }>(
  query: { limit?: number; cursor?: string },
  fetch: (page: PageRequest) => Promise<T[]>,
): Promise<Page<T> | Refusal> {
  const page = readPage(query)
  return page instanceof Refusal ? page : pageOf(await fetch(page), page)
}

/** A search text as an ILIKE pattern that matches it anywhere and means nothing else. */
export function containing(text: string | undefined): string | null {
  return text === undefined ? null : `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** The `link` header of a plain list that has another page; nothing when it has none. */
export function nextLink(
  path: string,
  query: Record<string, unknown>,
  cursor: string | null,
): Record<string, string> {
  if (cursor === null) return {}
  const given: Record<string, unknown> = { ...query, cursor }
  // Names too: one that we do not know is whatever the caller made it, and a header does not hold everything.
  const pairs = Object.keys(given).map((name) =>
    [name, given[name]].map((part) => encodeURIComponent(String(part))).join('='),
  )
  return { link: `<${path}?${pairs.join('&')}>; rel="next"` }
}

/** A plain list runs newest first, ids settling what happened at one time, and is complete unless a limit is asked for. */
export type ListRequest = { limit: number | null; before: ListKey | { time: null; id: null } }
export type ListQuery = { limit?: number; cursor?: string }
/** Where an item stands in its list, and all that a cursor says of it. */
export type ListKey = { time: string; id: string }

/** A whole plain list in one call. `name` tells its cursors from those of other lists. */
export async function listPlainly<T>(
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
  return isOurs ? { time, id } : invalid({ path: '/cursor', message: 'is not a cursor of this list' })
}

/** As we write them, and no day that does not exist. */
function isTimestamp(text: string): boolean {
  return readTime(text)?.toISOString() === text
}
