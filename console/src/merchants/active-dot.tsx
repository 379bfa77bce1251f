import { StatusDot } from '../kit/status-dot.tsx'
import { MERCHANT_WORDS as words } from '../words/merchants.ts'

export function ActiveDot({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <StatusDot tone="good">{words.active}</StatusDot>
  ) : (
    <StatusDot tone="quiet">{words.inactive}</StatusDot>
  )
}
