import { useEffect, useReducer } from 'preact/hooks'
import { maintenanceRefusal, onMaintenance } from '../api/maintenance.ts'
import { describeFailure } from '../language/describe-failure.ts'

/** Says that nothing can be claimed or redeemed now. Browsing goes on below it. */
export function MaintenanceBanner() {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => onMaintenance(() => redraw(undefined)), [])
  const refusal = maintenanceRefusal()
  return <div role="status">{refusal && <p class="status-bar">{describeFailure(refusal).text}</p>}</div>
}
