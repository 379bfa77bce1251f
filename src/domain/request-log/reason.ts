import { ERRORS } from '@counterfoil/contract/errors.ts'
import { REDEMPTION_REFUSALS, type RedemptionRefusal } from '@counterfoil/contract/shapes/redemption.ts'
import type { Issue, Refusal } from '../../platform/refusal.ts'
import { reasonInWords } from '../refusals/reason-in-words.ts'

const MAX_ISSUES = 5

/** Why a request was refused, for codes that need no further facts. Issues name fields, never their values. */
export function reasonOf({ code, details, issues }: Refusal): string {
  if (issues && issues.length > 0) return `request: ${issuesInWords(issues)}`
  return isOfRedemption(code) ? reasonInWords(code, details ?? null) : ERRORS[code].meaning
}

/** Such as `pin: wrong, 3rd time for this user at this outlet`. */
export function wrongPinReason(times: number): string {
  return `pin: wrong, ${ordinal(times)} time for this user at this outlet in 24 hours`
}

/** Makes a sentence the rest of a line, such as `token: the claim aud is "web", expected "counterfoil"`. */
export function tokenReason(sentence: string): string {
  return `token: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`
}

function issuesInWords(issues: Issue[]): string {
  const shown = issues.slice(0, MAX_ISSUES).map(({ path, message }) => `${path} ${message}`.trim())
  const hidden = issues.length - shown.length
  return hidden === 0 ? shown.join('; ') : `${shown.join('; ')}; and ${hidden} more`
}

function isOfRedemption(code: string): code is RedemptionRefusal {
  return REDEMPTION_REFUSALS.some((one) => one === code)
}

const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

function ordinal(count: number): string {
  return `${count}${SUFFIXES[ordinals.select(count)] ?? 'th'}`
}
