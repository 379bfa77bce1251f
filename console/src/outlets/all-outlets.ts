import { listOutlets } from '@counterfoil/contract/admin-outlets.ts'
import { useQuery } from '@tanstack/react-query'
import { type Answered, call } from '../api/call.ts'

export type Outlet = Answered<typeof listOutlets>['items'][number]

/** All pages: a choice needs every name. */
export function useAllOutlets(merchantId: string, enabled: boolean) {
  return useQuery({
    queryKey: [listOutlets.id, 'all', merchantId],
    enabled,
    queryFn: async () => {
      const found: Outlet[] = []
      let cursor: string | undefined
      do {
        const query = { limit: 200, ...(cursor && { cursor }) }
        const page = await call(listOutlets, { params: { id: merchantId }, query })
        found.push(...page.items)
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      return found.sort((a, b) => a.name.localeCompare(b.name))
    },
  })
}
