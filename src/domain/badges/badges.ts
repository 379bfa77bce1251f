import { listAlerts as alertsRoute } from '@counterfoil/contract/admin/alerts.ts'
import { reviewRedemption } from '@counterfoil/contract/admin/redemptions.ts'
import { countInCells } from '../../platform/cells/merge.ts'
import type { RowCount } from '../../platform/database/keyset.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { listAlerts } from '../alerts/list-alerts.ts'
import { countWaitingForReview } from '../redemptions/admin-queries.ts'

/** Every open console asks for the numbers, so a node counts once a second for all of them. */
const KEPT_MS = 1_000
const MAX_COUNTED = 99

export type Badges = { review: RowCount | null; alerts: number | null }
export type BadgesOf = (deps: Runtime, caller: Caller) => Promise<Badges>

export function openBadges(): BadgesOf {
  const kept = new Map<string, { untilMs: number; badges: Promise<Badges> }>()
  return (deps, caller) => {
    const nowMs = Date.now()
    const key = `${caller.role} ${caller.partnerId ?? ''} ${caller.merchantIds?.join() ?? ''}`
    const found = kept.get(key)
    if (found && found.untilMs > nowMs) return found.badges
    for (const [old, { untilMs }] of kept) if (untilMs <= nowMs) kept.delete(old)
    const badges = count(deps, caller)
    kept.set(key, { untilMs: nowMs + KEPT_MS, badges })
    badges.catch(() => kept.delete(key))
    return badges
  }
}

/** The numbers are the same for all people of the operator, of a partner, and of the same merchants. */
async function count(deps: Runtime, caller: Caller): Promise<Badges> {
  const may = (roles: readonly string[]) => roles.includes(caller.role)
  const [review, alerts] = await Promise.all([
    may(reviewRedemption.roles)
      ? countInCells(deps, ({ db }) => countWaitingForReview(db, MAX_COUNTED), MAX_COUNTED)
      : null,
    may(alertsRoute.roles) ? listAlerts(deps, caller) : null,
  ])
  return { review, alerts: alerts?.length ?? null }
}
