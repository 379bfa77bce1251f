import type { listCodeImports } from '@counterfoil/contract/admin/code-imports.ts'
import type { listOutletImports } from '@counterfoil/contract/admin/outlet-import.ts'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, type ResponseBody } from '../api/call.ts'
import { apiQuery } from '../api/use-api-query.ts'

type ListRoute = typeof listOutletImports | typeof listCodeImports
export type ImportOf<R extends ListRoute> = ResponseBody<R> extends { items: (infer I)[] } ? I : never

const LOOK_AGAIN_MS = 1000

const latestOf = (ownerId: string) => ({ params: { id: ownerId }, query: { limit: 1 } })

async function findLatestImport(list: ListRoute, ownerId: string): Promise<string | null> {
  return (await call(list, latestOf(ownerId))).items[0]?.id ?? null
}

/** Sends the file of an import. If only the response was lost, the import is running, and nothing has failed. */
export async function startImport(list: ListRoute, ownerId: string, send: () => Promise<unknown>) {
  const before = await findLatestImport(list, ownerId).catch(() => null)
  try {
    await send()
  } catch (error) {
    if ((await findLatestImport(list, ownerId).catch(() => before)) === before) throw error
  }
}

/** The newest import of a merchant or voucher. It runs in the service, so this polls its progress until it ends. */
export function useLatestImport<const R extends ListRoute>(
  list: R,
  ownerId: string,
): UseQueryResult<ResponseBody<R>> {
  const queries = useQueryClient()
  const latest = useQuery({
    ...apiQuery<ListRoute>(list, latestOf(ownerId)),
    refetchInterval: ({ state: { data } }) => (data?.items[0]?.state === 'RUNNING' ? LOOK_AGAIN_MS : false),
  })
  const state = latest.data?.items[0]?.state
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && state !== 'RUNNING') void queries.invalidateQueries()
    wasRunning.current = state === 'RUNNING'
  }, [state, queries])
  return latest as UseQueryResult<ResponseBody<R>>
}
