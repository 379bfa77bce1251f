import { invalid, Refusal } from './refusal.ts'

export type PageRequest = { limit: number; before: string | null }
export type Page<T> = { items: T[]; nextCursor: string | null }

const DEFAULT_LIMIT = 50
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Lists run newest first by their time-ordered id, so the last id of a page is all that a cursor needs to say. */
export function readPage(query: { limit?: number; cursor?: string }): PageRequest | Refusal {
  const limit = query.limit ?? DEFAULT_LIMIT
  if (query.cursor === undefined) return { limit, before: null }
  const before = Buffer.from(query.cursor, 'base64url').toString('latin1')
  return UUID.test(before)
    ? { limit, before }
    : invalid({ path: '/cursor', message: 'is not a cursor of ours' })
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
