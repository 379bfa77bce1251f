import type { APPROVAL_STATES } from '@counterfoil/contract/admin/approvals.ts'
import { StatusDot } from '../kit/status-dot.tsx'
import { APPROVAL_STATE_WORDS } from '../words/approvals.ts'

export function ApprovalState({ state }: { state: (typeof APPROVAL_STATES)[number] }) {
  const tone = state === 'APPROVED' ? 'good' : state === 'REJECTED' ? 'bad' : 'quiet'
  return (
    <StatusDot tone={tone} code={state}>
      {APPROVAL_STATE_WORDS[state]}
    </StatusDot>
  )
}
