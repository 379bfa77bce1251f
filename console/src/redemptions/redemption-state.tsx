import type { Redemption } from '../api/records.ts'
import { StatusDot } from '../kit/status-dot.tsx'
import { joinItems } from '../time/join-items.ts'
import { OUTCOME_WORDS, STATUS_WORDS, REDEMPTION_WORDS as words } from '../words/redemptions.ts'

/** What became of a redemption. A void outweighs everything else. */
export function RedemptionState({
  of: { status, voidedAt, review },
}: {
  of: Pick<Redemption, 'status' | 'voidedAt' | 'review'>
}) {
  if (voidedAt !== null) return <StatusDot tone="quiet">{words.voided}</StatusDot>
  const reviewed = review === null ? [] : [OUTCOME_WORDS[review.outcome].toLowerCase()]
  const isBad = review === null ? status === 'FLAGGED' : review.outcome === 'REJECTED'
  return <StatusDot tone={isBad ? 'bad' : 'good'}>{joinItems([STATUS_WORDS[status], ...reviewed])}</StatusDot>
}
