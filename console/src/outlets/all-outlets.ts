import { listOutlets } from '@counterfoil/contract/admin/outlets.ts'
import { byOutletName } from '@counterfoil/contract/shapes/outlet-order.ts'
import { useQuery } from '@tanstack/react-query'
import { call, type ResponseBody } from '../api/call.ts'

export type Outlet = ResponseBody<typeof listOutlets>['items'][number]

/** Every outlet of a merchant that the filter matches, by name. */
export async function listAllOutlets(merchantId: string, q?: string): Promise<Outlet[]> {
  const all: Outlet[] = []
  let cursor: string | null = null
  do {
    const page: ResponseBody<typeof listOutlets> = await call(listOutlets, {
      params: { id: merchantId },
      query: { limit: 200, ...(q && { q }), ...(cursor !== null && { cursor }) },
    })
    all.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all.sort(byOutletName)
}

/** Loads every page, since a choice needs every name. */
export function useAllOutlets(merchantId: string, enabled: boolean) {
  return useQuery({
    queryKey: [listOutlets.id, 'all', merchantId],
    enabled,
    queryFn: () => listAllOutlets(merchantId),
  })
}
