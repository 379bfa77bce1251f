import { invalid, Refusal } from './refusal.ts'
import { isUuid } from './uuid.ts'

export type PageRequest = { limit: number; before: string | null }
export type Page<T> = { items: T[]; nextCursor: string | null }

const DEFAULT_LIMIT = 50
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Lists run newest first by their time-ordered id, so the last id of a page is all that a cursor needs to say. */
export function readPage(query: { limit?: number; cursor?: string }): PageRequest | Refusal {
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
  const given = Object.entries({ ...query, cursor }).map(([name, value]) => [name, String(value)])
  return { link: `<${path}?${new URLSearchParams(given)}>; rel="next"` }
}

/** A plain list is complete unless a limit is asked for. The cursor holds the sort key of the last item. */
export type ListRequest = { limit: number | null; after: string[] | null }
export type ListQuery = { limit?: number; cursor?: string }

/** A whole plain list in one call; `keyOf` is the sort key that `fetch` goes on from, in as many parts as it has. */
export async function listPlainly<T>(
  query: ListQuery,
  keyOf: (item: T) => string[],
  fetch: (page: ListRequest) => Promise<T[]>,
): Promise<{ items: T[]; nextCursor: string | null } | Refusal> {
  const after = query.cursor === undefined ? null : readKey(query.cursor)
  if (after instanceof Refusal) return after
  const limit = query.limit ?? null
  const rows = await fetch({ limit, after })
  const items = limit === null ? rows : rows.slice(0, limit)
  const last = items.at(-1)
  const nextCursor = last && rows.length > items.length ? writeKey(keyOf(last)) : null
  return { items, nextCursor }
}

function writeKey(parts: string[]): string {
  return Buffer.from(parts.join(' ')).toString('base64url')
}

/** Ids, and times before them: anything else was not written by us. */
function readKey(cursor: string): string[] | Refusal {
  const parts = Buffer.from(cursor, 'base64url').toString('latin1').split(' ')
  const isOurs = isUuid(parts.at(-1) ?? '') && parts.slice(0, -1).every((part) => TIMESTAMP.test(part))
  return isOurs ? parts : invalid({ path: '/cursor', message: 'is not a cursor of ours' })
}
