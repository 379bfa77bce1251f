import { listRequests } from '@counterfoil/contract/admin/requests.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Given } from '../api/call.ts'
import { answerOf } from '../api/use-answer.ts'

const LOOK_AGAIN_MS = 2000

/** A page of failed requests that updates itself while the tab is visible. */
export function useLiveRequests(query: NonNullable<Given<typeof listRequests>['query']>) {
  return useQuery({
    ...answerOf(listRequests, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  })
}
