import type { VoucherFacts } from './decide.ts'

type VoucherTime = 'validFrom' | 'validUntil' | 'applicableFrom' | 'applicableUntil'

/** The times of a voucher as the database returns them. */
export type VoucherTimeTexts = Record<VoucherTime, string | null>

export function readVoucherTimes(row: VoucherTimeTexts): Pick<VoucherFacts, VoucherTime> {
  const date = (text: string | null) => (text === null ? null : new Date(text))
  return {
    validFrom: date(row.validFrom),
    validUntil: date(row.validUntil),
    applicableFrom: date(row.applicableFrom),
    applicableUntil: date(row.applicableUntil),
  }
}
