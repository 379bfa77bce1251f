import * as contract from '@counterfoil/contract/admin-alerts.ts'
import type { ServeStaff } from '../auth/staff.ts'
import type { Deps } from '../deps.ts'
import { answer } from '../http.ts'
import { listAlerts } from './attention.ts'

export function alertsAdmin(serve: ServeStaff, deps: Deps): void {
  serve(contract.listAlerts, async () => answer(200, { items: await listAlerts(deps), nextCursor: null }))
}
