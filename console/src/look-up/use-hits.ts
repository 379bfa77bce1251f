import { searchRecords } from '@counterfoil/contract/admin/search.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Answered } from '../api/call.ts'
import { useAnswer } from '../api/use-answer.ts'

/** The records that a text finds. Empty text asks nothing. */
export function useHits(text: string, partnerId?: string): UseQueryResult<Answered<typeof searchRecords>> {
  const q = text.trim()
  return useAnswer(
    searchRecords,
    { query: { q, ...(partnerId !== undefined && { partnerId }) } },
    { enabled: q !== '' },
  )
}
