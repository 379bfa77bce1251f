import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'

/** Why requests that write are refused now; null if they are not. Maintenance comes first: it is why commits may stall. */
export function findWriteRefusal({
  maintenance,
  commits,
}: Pick<Deps, 'maintenance' | 'commits'>): Refusal | null {
  return maintenance.refusal() ?? (commits.isStalled() ? refuse('unavailable') : null)
}
