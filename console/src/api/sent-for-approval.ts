import type { Approval } from '@counterfoil/contract/admin/approvals.ts'
import type { Static } from 'typebox'

/** Thrown instead of a result: the change was not made, because it needs the approval of a second person. */
export class SentForApproval extends Error {
  readonly approval: Static<typeof Approval>
  /** The whole response, which may have more: PINs that were generated for the request. */
  readonly body: unknown

  constructor(body: Static<typeof Approval>) {
    super('sent for approval')
    this.approval = body
    this.body = body
  }

  /** Other routes answer 202 as well. */
  static in(status: number, body: unknown): SentForApproval | null {
    const isApproval = status === 202 && typeof body === 'object' && body !== null && 'requestedBy' in body
    return isApproval ? new SentForApproval(body as Static<typeof Approval>) : null
  }
}
