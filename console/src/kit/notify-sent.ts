import type { SentForApproval } from '../api/sent-for-approval.ts'
import { currentTimeZone } from '../time/time-zone.ts'
import { APPROVAL_WORDS } from '../words/approvals.ts'
import { notifyDone } from './notify.ts'

/** Says what was sent for approval. The words of changes are loaded now, since most people never need them. */
export async function notifySent({ approval }: SentForApproval): Promise<void> {
  const { describeIn } = await import('../facts/describe.ts')
  notifyDone(APPROVAL_WORDS.sent(describeIn(currentTimeZone())(approval).summary))
}
