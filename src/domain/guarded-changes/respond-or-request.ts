import { respond } from '../../platform/http/serve.ts'
import type { Refusal } from '../../platform/refusal.ts'
import { SentForApproval } from './guard.ts'
import type { ApprovalView } from './view-approval.ts'

/** 202 with the request if one was stored, otherwise the result with its own status. */
export function respondOrRequest<S extends number, T, Extra extends object>(
  status: S,
  result: T | SentForApproval<Extra> | Refusal,
) {
  return result instanceof SentForApproval
    ? respond(202, result.body as ApprovalView & Extra)
    : respond(status, result as Exclude<T, SentForApproval<Extra>>)
}
