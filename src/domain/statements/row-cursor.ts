import { invalid, issueAt, type Refusal } from '../../platform/refusal.ts'
import type { CountedRow, RowKey } from './statement-queries.ts'

export function keyOf({ merchantId, partnerId, voucherId, value }: CountedRow): RowKey {
  const { currency = '', minor = '-1', decimals = -1 } = value ?? {}
  return { merchantId, partnerId, voucherId, currency, minor, decimals }
}

/** Ids without hyphens, because a cursor has at most 200 characters. */
export function writeCursor({ merchantId, partnerId, voucherId, currency, minor, decimals }: RowKey): string {
  const ids = [merchantId, partnerId, voucherId].map((id) => id.replaceAll('-', ''))
  return Buffer.from([...ids, currency, minor, decimals].join('|')).toString('base64url')
}

const CURSOR = /^([0-9a-f]{32})\|([0-9a-f]{32})\|([0-9a-f]{32})\|([A-Z]{3})?\|(-1|[0-9]{1,18})\|(-1|[0-9])$/

export function readCursor(cursor: string): RowKey | Refusal {
  const parts = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  if (!parts) return invalid(issueAt('/cursor', 'issue.cursor'))
  const [, merchantId = '', partnerId = '', voucherId = '', currency = '', minor = '', decimals = ''] = parts
  return { merchantId, partnerId, voucherId, currency, minor, decimals: Number(decimals) }
}
