import { REDEMPTION_REFUSALS, type RedemptionRefusal } from '@counterfoil/contract/errors.ts'
import { reasonInEnglish } from '@counterfoil/contract/words/in-english.ts'
import { type Reason, reasonOfCode, reasonWith } from '@counterfoil/contract/words/reason.ts'
import type { Issue, Refusal } from '../../platform/refusal.ts'
import { reasonOfRefusal } from '../refusals/reason-of-refusal.ts'

const MAX_ISSUES = 5

/** Why a request was refused, for codes that need no further facts. Issues name fields, never their values. */
export function reasonOf({ code, details, issues }: Refusal): Reason {
  if (issues && issues.length > 0) return invalidRequest(issues)
  return isOfRedemption(code) ? reasonOfRefusal(code, details ?? null) : reasonOfCode(code)
}

/** Such as “signature: t is 4 s old, …; a signature over the trimmed body would match”. */
export function reasonsInEnglish(reasons: Reason[]): string {
  return reasons.map(writeReason).join('; ')
}

/** What is wrong with a token is a sentence. Here, it is the rest of a line: “token: the claim aud is …”. */
function writeReason(reason: Reason): string {
  const text = reasonInEnglish(reason)
  if (!reason.sentence.startsWith('token.')) return text
  return `token: ${text.charAt(0).toLowerCase()}${text.slice(1).replace(/\.$/, '')}`
}

function invalidRequest(issues: Issue[]): Reason {
  const hidden = Math.max(issues.length - MAX_ISSUES, 0)
  return {
    ...reasonWith('request.invalid', hidden === 0 ? {} : { count: hidden }),
    // Only the commands of the CLI have issues without facts, and their requests are not recorded.
    issues: issues
      .slice(0, MAX_ISSUES)
      .map(({ path, facts = reasonWith('issue.invalid') }) => ({ path, ...facts })),
  }
}

function isOfRedemption(code: string): code is RedemptionRefusal {
  return REDEMPTION_REFUSALS.some((one) => one === code)
}
