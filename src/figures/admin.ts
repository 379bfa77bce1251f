import { getStats } from '@counterfoil/contract/admin-stats.ts'
import type { ServeStaff } from '../auth/staff.ts'
import type { Deps } from '../deps.ts'
import { answer } from '../http.ts'
import { viewStats } from './stats.ts'

export function figuresAdmin(serve: ServeStaff, deps: Deps): void {
  serve(getStats, async ({ query }, caller) => answer(200, await viewStats(deps, caller, query)))
}
