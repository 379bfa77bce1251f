import type { MaintenanceState, turnMaintenanceOn as route } from '@counterfoil/contract/admin/maintenance.ts'
import type { Static } from 'typebox'
import { invalid, issueAt, type Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { isOver, type MaintenanceDeps } from './maintenance-watch.ts'
import { findMaintenance, lockMaintenance, type Maintenance, updateMaintenance } from './queries.ts'

type State = Static<typeof MaintenanceState>

const OFF: State = { isOn: false, since: null, until: null, message: null, startedBy: null }
const target = 'maintenance'

export async function viewMaintenance({ db, now }: Runtime, caller: Caller): Promise<State> {
  return stateFor(caller, unlessOver(await findMaintenance(db), now()))
}

/** If maintenance is on already, this changes its end and message; `since` stays. */
export async function turnMaintenanceOn(
  deps: MaintenanceDeps,
  caller: Caller,
  { until, message = null }: Static<typeof route.body>,
): Promise<State | Refusal> {
  const now = deps.now()
  if (isOver({ until }, now)) return invalid(issueAt('/until', 'issue.future'))
  const changed = await deps.db.begin(async (tx) => {
    const before = unlessOver(await lockMaintenance(tx), now)
    const since = before?.since ?? now.toISOString()
    const after = await updateMaintenance(tx, { since, until, message, startedBy: caller.name })
    await record(tx, { caller, at: now, action: 'maintenance.on', target, before, after })
    return after
  })
  await deps.maintenance.refresh()
  return stateFor(caller, changed)
}

/** Returns false if maintenance was off already. */
export async function turnMaintenanceOff(deps: MaintenanceDeps, caller: Caller): Promise<boolean> {
  const now = deps.now()
  const wasOn = await deps.db.begin(async (tx) => {
    const found = await lockMaintenance(tx)
    if (found === null) return false
    await updateMaintenance(tx, null)
    const before = unlessOver(found, now)
    if (before !== null) await record(tx, { caller, at: now, action: 'maintenance.off', target, before })
    return before !== null
  })
  await deps.maintenance.refresh()
  return wasOn
}

function unlessOver(found: Maintenance | null, now: Date): Maintenance | null {
  return found && !isOver(found, now) ? found : null
}

/** Partners and merchants do not see the names of the operator's staff. */
function stateFor({ role }: Caller, maintenance: Maintenance | null): State {
  if (maintenance === null) return OFF
  const isTrusted = role === 'admin' || role === 'support' || role === 'viewer'
  return { isOn: true, ...maintenance, startedBy: isTrusted ? maintenance.startedBy : null }
}
