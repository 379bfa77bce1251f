import { MERCHANT_WORDS as words } from '../words/merchants.ts'
import { StatusDot } from './status-dot.tsx'

export function ActiveDot({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <StatusDot tone="good">{words.active}</StatusDot>
  ) : (
    <StatusDot tone="quiet">{words.inactive}</StatusDot>
  )
}
