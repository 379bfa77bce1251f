import { readMoney } from '../../platform/input/read-money.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { RedemptionFilter } from './admin-queries.ts'

type FilterQuery = Omit<RedemptionFilter, 'value'> & { value?: string }

/** Reads the filter of a list. Its `value` is `5.00 MYR`, or `none` for redemptions without a value. */
export function readFilter({ value, ...filter }: FilterQuery): RedemptionFilter | Refusal {
  if (value === undefined) return filter
  if (value === 'none') return { ...filter, value: null }
  const [amount = '', currency = ''] = value.split(' ')
  const money = readMoney({ amount, currency }, { amount: '/value', currency: '/value' })
  return money instanceof Refusal ? money : { ...filter, value: money }
}
