import { searchRecords } from '@counterfoil/contract/admin/search.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'

/** The records that a text finds. Empty text sends no request. */
export function useHits(
  text: string,
  partnerId?: string,
): UseQueryResult<ResponseBody<typeof searchRecords>> {
  const q = text.trim()
  return useApiQuery(
    searchRecords,
    q === '' ? null : { query: { q, ...(partnerId !== undefined && { partnerId }) } },
  )
}
