import type { listStatements } from '@counterfoil/contract/admin/statements.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import type { ResponseBody } from '../api/call.ts'

export type Statements = ResponseBody<typeof listStatements>
export type StatementRow = Statements['items'][number]

export function keyOfRow({ merchantId, partnerId, voucherId, value }: StatementRow): string {
  return [merchantId, partnerId, voucherId, value?.amount, value?.currency].join(' ')
}

export const titleOf = ({ voucherTitle }: StatementRow) => plainText(voucherTitle)

/** The redemptions that a number of a row counts. */
export function redemptionsOf(month: string, row: StatementRow, filter: Record<string, unknown>) {
  const { merchantId, partnerId, voucherId, value } = row
  return {
    merchantId,
    partnerId,
    voucherId,
    statementMonth: month,
    value: value === null ? 'none' : `${value.amount} ${value.currency}`,
    ...filter,
  }
}
