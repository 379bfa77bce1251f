import type { PageRequest } from '../platform/input/paging.ts'

const PAGE_SIZE = 200

/** Fetches every page of a list, newest first. */
export function listAll<T extends { id: string }>(fetch: (page: PageRequest) => Promise<T[]>): Promise<T[]> {
  return readAll((last: T | null, limit) => fetch({ limit, before: last?.id ?? null }))
}

/** Fetches the rows after the last one until there are no more. */
export async function readAll<T>(listAfter: (last: T | null, limit: number) => Promise<T[]>): Promise<T[]> {
  const items: T[] = []
  for (;;) {
    const rows = await listAfter(items.at(-1) ?? null, PAGE_SIZE)
    items.push(...rows.slice(0, PAGE_SIZE))
    if (rows.length <= PAGE_SIZE) return items
  }
}
