import type { Route } from '@counterfoil/contract/define-route.ts'
import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type Answered, call, type Given } from './call.ts'

/** The query of a GET route. Its key is the route's id and what it is given. */
export function answerOf<const R extends Route>(route: R, given: Given<R>) {
  return queryOptions<Answered<R>>({ queryKey: [route.id, given], queryFn: () => call(route, given) })
}

/** While the next page loads, the previous one stays on the screen. */
export function useAnswer<const R extends Route>(
  route: R,
  given: Given<R>,
  options: { enabled?: boolean } = {},
): UseQueryResult<Answered<R>> {
  return useQuery({ ...answerOf(route, given), placeholderData: keepPreviousData, ...options })
}
