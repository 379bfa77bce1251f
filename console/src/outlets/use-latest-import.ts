import { listOutletImports } from '@counterfoil/contract/admin-outlet-import.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Answered, call } from '../api/call.ts'
import { answerOf } from '../api/use-answer.ts'

export type OutletImport = Answered<typeof listOutletImports>['items'][number]

const LOOK_AGAIN_MS = 1000

const latestOf = (merchantId: string) => ({ params: { id: merchantId }, query: { limit: 1 } })

export async function findLatestImport(merchantId: string): Promise<OutletImport | null> {
  return (await call(listOutletImports, latestOf(merchantId))).items[0] ?? null
}

/** The newest import of a merchant. It runs in the service, so its progress is asked for until it ends. */
export function useLatestImport(merchantId: string) {
  const queries = useQueryClient()
  const latest = useQuery({
    ...answerOf(listOutletImports, latestOf(merchantId)),
    refetchInterval: ({ state: { data } }) => (data?.items[0]?.state === 'RUNNING' ? LOOK_AGAIN_MS : false),
  })
  const state = latest.data?.items[0]?.state
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && state !== 'RUNNING') void queries.invalidateQueries()
    wasRunning.current = state === 'RUNNING'
  }, [state, queries])
  return latest
}
