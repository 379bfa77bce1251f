import { type PageRequest, pageOf } from '../platform/input/paging.ts'

const PAGE_SIZE = 200

/** Fetches every page of a list, newest first. */
export async function listAll<T extends { id: string }>(
  fetch: (page: PageRequest) => Promise<T[]>,
): Promise<T[]> {
  const items: T[] = []
  for (let before: string | null = null; ; before = items.at(-1)?.id ?? null) {
    const page: PageRequest = { limit: PAGE_SIZE, before }
    const { items: some, nextCursor } = pageOf(await fetch(page), page)
    items.push(...some)
    if (nextCursor === null) return items
  }
}
