import type { Partner } from '../api/records.ts'
import { StatusDot } from '../kit/status-dot.tsx'
import { PARTNER_WORDS as words } from '../words/partners.ts'

/** The dot is green only if nothing is known to be broken. */
export function PartnerState({ partner }: { partner: Pick<Partner, 'disabled' | 'delivery'> }) {
  const problem = problemOf(partner)
  return <StatusDot tone={problem ? 'bad' : 'good'}>{problem ?? words.enabled}</StatusDot>
}

function problemOf({ disabled, delivery }: Pick<Partner, 'disabled' | 'delivery'>): string | null {
  if (disabled) return words.disabled
  if (delivery.state === 'PAUSED') return words.webhookPaused
  return delivery.state === 'FAILING' ? words.webhookFailing : null
}
