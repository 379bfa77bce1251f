import { viewMaintenance } from '@counterfoil/contract/admin/maintenance.ts'
import { useQuery } from '@tanstack/react-query'
import type { ResponseBody } from '../api/call.ts'
import { apiQuery } from '../api/use-api-query.ts'

export type MaintenanceState = ResponseBody<typeof viewMaintenance>

const LOOK_AGAIN_MS = 10_000

/** Polls only while maintenance is on. Otherwise an open tab would keep its session alive. */
export function useMaintenance(): MaintenanceState | undefined {
  return useQuery({
    ...apiQuery(viewMaintenance, {}),
    refetchInterval: ({ state: { data } }) => (data?.isOn ? LOOK_AGAIN_MS : false),
  }).data
}
