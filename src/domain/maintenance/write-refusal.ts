import type { CommitWatch } from '../../platform/database/commit-watch.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { MaintenanceWatch } from './maintenance-watch.ts'

export type WriteGuards = { maintenance: MaintenanceWatch; commits: CommitWatch }

/** Why requests that write are refused now; null if they are not. Maintenance comes first: it is why commits may stall. */
export function findWriteRefusal({ maintenance, commits }: WriteGuards): Refusal | null {
  return maintenance.refusal() ?? (commits.isStalled() ? refuse('unavailable') : null)
}
