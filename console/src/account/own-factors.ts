import type { viewFactors } from '@counterfoil/contract/session/factors.ts'
import type { ResponseBody } from '../api/call.ts'

export type OwnFactors = ResponseBody<typeof viewFactors>

/** Without another factor, the password alone signs in, and the recovery codes end. */
export function isLastFactor({ passkeys, totpSince }: OwnFactors): boolean {
  return passkeys.length + (totpSince === null ? 0 : 1) === 1
}
