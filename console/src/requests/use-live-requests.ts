import { listRequests } from '@counterfoil/contract/admin/requests.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RouteInput } from '../api/call.ts'
import { apiQuery } from '../api/use-api-query.ts'

const LOOK_AGAIN_MS = 2000

/** A page of failed requests that updates itself while the tab is visible. */
export function useLiveRequests(query: NonNullable<RouteInput<typeof listRequests>['query']>) {
  return useQuery({
    ...apiQuery(listRequests, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  })
}
