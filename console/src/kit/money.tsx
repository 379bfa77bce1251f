import type { MoneyText } from '@counterfoil/contract/money.ts'
import { formatMoney } from '../time/money.ts'

export function Money({ of }: { of: MoneyText }) {
  return <span className="nowrap">{formatMoney(of)}</span>
}
