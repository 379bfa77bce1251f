import { viewMaintenance } from '@counterfoil/contract/admin/maintenance.ts'
import { useQuery } from '@tanstack/react-query'
import type { Answered } from '../api/call.ts'
import { answerOf } from '../api/use-answer.ts'

export type MaintenanceState = Answered<typeof viewMaintenance>

const LOOK_AGAIN_MS = 10_000

/** Asks again and again only while maintenance is on: otherwise an open tab would keep its session alive. */
export function useMaintenance(): MaintenanceState | undefined {
  return useQuery({
    ...answerOf(viewMaintenance, {}),
    refetchInterval: ({ state: { data } }) => (data?.isOn ? LOOK_AGAIN_MS : false),
  }).data
}
