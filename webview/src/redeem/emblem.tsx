import type { FailureCode } from '../api/failure.ts'
import { ClockIcon, HeartIcon, PinIcon, TicketIcon } from '../parts/icons.tsx'
import { TornTicket } from '../parts/notice.tsx'
import { type NextStep, nextStepAfter } from './next-step.ts'

const OF_STEPS: Partial<Record<NextStep, typeof ClockIcon>> = {
  wait: ClockIcon,
  'other-outlet': PinIcon,
  locate: PinIcon,
  favorite: HeartIcon,
  claim: TicketIcon,
}
/** Where time alone will mend it. */
const TO_WAIT_FOR = new Set<FailureCode>([
  'voucher_not_yet_valid',
  'voucher_not_yet_applicable',
  'limit_reached',
])

/** What a refusal is about, at a glance: the time, the place, the heart, the claim. A torn ticket for all others. */
export function Emblem({ code }: { code: FailureCode | undefined }) {
  if (code === undefined) return <TornTicket />
  const Icon = TO_WAIT_FOR.has(code) ? ClockIcon : OF_STEPS[nextStepAfter(code)]
  return Icon ? (
    <span class="emblem">
      <Icon />
    </span>
  ) : (
    <TornTicket />
  )
}
