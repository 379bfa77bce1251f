import type { FailureCode } from '../api/failure.ts'
import { ClockIcon, HeartIcon, PinIcon, TicketIcon } from '../components/icons.tsx'
import { TornTicket } from '../components/notice.tsx'
import { type NextStep, nextStepAfter } from './next-step.ts'

const ICON_BY_STEP: Partial<Record<NextStep, typeof ClockIcon>> = {
  wait: ClockIcon,
  'other-outlet': PinIcon,
  locate: PinIcon,
  favorite: HeartIcon,
  claim: TicketIcon,
}
/** Refusals that pass with time. */
const CODES_THAT_PASS = new Set<FailureCode>([
  'voucher_not_yet_valid',
  'voucher_not_yet_applicable',
  'limit_reached',
])

/** An icon for the reason: clock, pin, heart or ticket. A torn ticket for all other reasons. */
export function ReasonIcon({ code }: { code: FailureCode | undefined }) {
  if (code === undefined) return <TornTicket />
  const Icon = CODES_THAT_PASS.has(code) ? ClockIcon : ICON_BY_STEP[nextStepAfter(code)]
  return Icon ? (
    <span class="emblem">
      <Icon />
    </span>
  ) : (
    <TornTicket />
  )
}
