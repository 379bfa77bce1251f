import { StatusDot } from '../kit/status-dot.tsx'
import { VOUCHER_STATUS_WORDS } from '../words/vouchers.ts'

export function VoucherStatus({ status }: { status: keyof typeof VOUCHER_STATUS_WORDS }) {
  return (
    <StatusDot tone={status === 'PUBLISHED' ? 'good' : 'quiet'}>{VOUCHER_STATUS_WORDS[status]}</StatusDot>
  )
}
