import { listOutlets } from '@counterfoil/contract/admin/outlets.ts'
import { useQuery } from '@tanstack/react-query'
import { listAllOutlets } from './list-all-outlets.ts'

/** Loads every page, since a choice needs every name. */
export function useAllOutlets(merchantId: string, enabled: boolean) {
  return useQuery({
    queryKey: [listOutlets.id, 'all', merchantId],
    enabled,
    queryFn: () => listAllOutlets(merchantId),
  })
}
