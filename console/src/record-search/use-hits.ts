import { searchRecords } from '@counterfoil/contract/admin/search.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { useCan } from '../session/use-session.ts'

/** The records that a text finds. Empty text sends no request, and neither does a role that may not search. */
export function useHits(
  text: string,
  partnerId?: string,
): UseQueryResult<ResponseBody<typeof searchRecords>> {
  const q = text.trim()
  const can = useCan()
  return useApiQuery(
    searchRecords,
    q === '' || !can(searchRecords) ? null : { query: { q, ...(partnerId !== undefined && { partnerId }) } },
  )
}
