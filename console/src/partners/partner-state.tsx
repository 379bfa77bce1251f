import type { Partner } from '../api/records.ts'
import { StatusDot } from '../kit/status-dot.tsx'
import { PARTNER_WORDS as words } from '../words/partners.ts'

type Facts = Pick<Partner, 'disabled' | 'webhookUrl' | 'webhookPausedAt' | 'webhookFailingSince'>

/** The dot is green only if nothing is known to be broken. */
export function PartnerState({ partner }: { partner: Facts }) {
  const problem = problemOf(partner)
  return <StatusDot tone={problem ? 'bad' : 'good'}>{problem ?? words.enabled}</StatusDot>
}

function problemOf({ disabled, webhookUrl, webhookPausedAt, webhookFailingSince }: Facts): string | null {
  if (disabled) return words.disabled
  if (webhookUrl === null) return null
  if (webhookPausedAt !== null) return words.webhookPaused
  return webhookFailingSince === null ? null : words.webhookFailing
}
