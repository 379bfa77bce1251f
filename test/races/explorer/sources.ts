import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const SCHEMA = 'migrations/0001_baseline.sql'
const FACTS = 'src/domain/redemptions/engine/facts-queries.ts'
const SETTLE = 'src/domain/redemptions/engine/settle-batch.ts'
const WRITE = 'src/domain/redemptions/engine/write-queries.ts'
const ADMIN = 'src/domain/redemptions/admin-queries.ts'
const MONTHS = 'src/domain/statements/month-queries.ts'
const ADJUSTMENTS = 'src/domain/statements/adjustments.ts'

/**
 * The functions that the steps transcribe, with the file and the fingerprint of the text that was read. A changed function
 * has another fingerprint: read what changed, change the steps, and then the fingerprint.
 */
export const SOURCES: Record<string, { file: string; fingerprint: string }> = {
  settleBatch: { file: SETTLE, fingerprint: 'ec6f8433378f' },
  loadFacts: { file: FACTS, fingerprint: '4f9d0f845a30' },
  incomingWithReplays: { file: FACTS, fingerprint: '12b429dda693' },
  supplies: { file: FACTS, fingerprint: 'ca21fb702b7a' },
  requestFacts: { file: FACTS, fingerprint: 'dfb0f811dcdb' },
  writeRedemptions: { file: WRITE, fingerprint: '1f1b20209031' },
  write_redemptions: { file: SCHEMA, fingerprint: 'c54cd80e723e' },
  add_to_user_quotas: { file: SCHEMA, fingerprint: '80f8fbb1c66e' },
  add_to_voucher_quotas: { file: SCHEMA, fingerprint: 'bfec8b6940f4' },
  require_current_vouchers: { file: SCHEMA, fingerprint: 'edb650373b38' },
  remember_idempotency_keys: { file: SCHEMA, fingerprint: '4b67286ab356' },
  assign_codes: { file: SCHEMA, fingerprint: '66a0a4d52bd2' },
  draw_codes: { file: SCHEMA, fingerprint: 'ce498cdd6bfe' },
  insert_redemptions: { file: SCHEMA, fingerprint: 'bd6a6fe2e72d' },
  note_late_redemptions: { file: SCHEMA, fingerprint: '04f710561a32' },
  voidIn: { file: 'src/domain/redemptions/void.ts', fingerprint: '354c46f2c21c' },
  reviewIn: { file: 'src/domain/redemptions/review.ts', fingerprint: '8b338302925f' },
  findRedemption: { file: ADMIN, fingerprint: 'beb95c61591b' },
  lockRedemption: { file: ADMIN, fingerprint: '0424f84eca76' },
  lockUserQuota: { file: ADMIN, fingerprint: '73a87dc71329' },
  lockVoucherQuota: { file: ADMIN, fingerprint: 'a6df60541f43' },
  updateToVoided: { file: ADMIN, fingerprint: '0524cc7dff60' },
  updateReview: { file: ADMIN, fingerprint: 'fe46214bdaa6' },
  lockCountingMonth: { file: ADJUSTMENTS, fingerprint: 'a795f8c8b3f5' },
  adjustStatement: { file: ADJUSTMENTS, fingerprint: 'b4bdf14507c6' },
  changeOf: { file: ADJUSTMENTS, fingerprint: 'b8954295ce33' },
  insertAdjustment: { file: 'src/domain/statements/adjustment-queries.ts', fingerprint: 'fb9361438aa8' },
  getMonthsOfChange: { file: MONTHS, fingerprint: 'd32af997ba3a' },
  lockOpenMonth: { file: MONTHS, fingerprint: '2e2992da1755' },
  findClose: { file: MONTHS, fingerprint: 'fa4aed99f393' },
  enqueueEvents: { file: 'src/domain/webhooks/outbox/outbox.ts', fingerprint: '516dd946a8e4' },
  changeVoucher: { file: 'src/domain/vouchers/vouchers.ts', fingerprint: 'b4d0b3450978' },
  lockVoucher: { file: 'src/domain/vouchers/queries.ts', fingerprint: '0ba2a2869ead' },
  updateVoucher: { file: 'src/domain/vouchers/queries.ts', fingerprint: 'faf6cb535a9e' },
  announce_catalog_change: { file: SCHEMA, fingerprint: 'd2a3afe07902' },
  closeMonth: { file: 'src/domain/statements/close-month.ts', fingerprint: '5650312e4917' },
  closePart: { file: 'src/domain/statements/close-month.ts', fingerprint: 'a359d6e1c33b' },
  beginClose: { file: MONTHS, fingerprint: '85e7b6b96ab4' },
  isHorizonReached: { file: MONTHS, fingerprint: '93be6e462257' },
  lockMonthToClose: { file: MONTHS, fingerprint: '62283beaaf96' },
  insertStatements: { file: 'src/domain/statements/close-queries.ts', fingerprint: '99f875840975' },
  countedRows: { file: 'src/domain/statements/statement-queries.ts', fingerprint: '17b9d9d7c67d' },
  updateToClosed: { file: MONTHS, fingerprint: 'ee438fd2a715' },
}

/** The text of a function of the schema, or of a function in TypeScript. */
export function textOf(name: string): string {
  const { file = '' } = SOURCES[name] ?? {}
  const text = readFileSync(join(ROOT, file), 'utf8')
  const [start, end] = file.endsWith('.sql')
    ? [new RegExp(`^create function ${name}\\(`, 'm'), /\$\$;$/m]
    : [new RegExp(`^(?:export )?(?:async )?function ${name}\\(`, 'm'), /^\}$/m]
  const from = start.exec(text)?.index
  if (from === undefined) throw new Error(`${file} has no function ${name}`)
  const rest = text.slice(from)
  const last = end.exec(rest)
  return rest.slice(0, (last?.index ?? 0) + (last?.[0].length ?? 0))
}

/** Comments and line breaks do not count. */
export function fingerprintOf(name: string): string {
  const text = textOf(name)
    .replaceAll(/(?:--|\/\/).*$|\/\*(?:.|\n)*?\*\//gm, '')
    .replaceAll(/\s+/g, ' ')
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
