import type { Route } from '@counterfoil/contract/define-route.ts'
import {
  keepPreviousData,
  queryOptions,
  skipToken,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { call, type ResponseBody, type RouteInput } from './call.ts'

/** The query of a GET route. Its key is the route's id and its input. Null sends no request. */
export function apiQuery<const R extends Route>(route: R, input: RouteInput<R> | null) {
  return queryOptions<ResponseBody<R>>({
    queryKey: [route.id, input],
    queryFn: input === null ? skipToken : () => call(route, input),
  })
}

/** While the next page loads, the previous one stays on the screen. */
export function useApiQuery<const R extends Route>(
  route: R,
  input: RouteInput<R> | null,
): UseQueryResult<ResponseBody<R>> {
  return useQuery({ ...apiQuery(route, input), placeholderData: keepPreviousData })
}
