import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useApi } from '../session.ts'
import type { Answered, Given, RouteId } from './routes.ts'

/** What a GET route answers. While the next page loads, the one before stays on the screen. */
export function useAnswer<Id extends RouteId>(id: Id, given: Given<Id>): UseQueryResult<Answered<Id>> {
  const api = useApi()
  return useQuery({ queryKey: [id, given], queryFn: () => api(id, given), placeholderData: keepPreviousData })
}
