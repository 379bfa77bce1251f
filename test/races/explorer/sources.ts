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
const ADVANCE = 'src/process/moves/advance-move.ts'
const LEAVE = 'src/process/moves/source-queries.ts'
const COME = 'src/process/moves/target-queries.ts'
const HIDING = 'src/platform/cells/hiding-queries.ts'
const MOVES = 'src/platform/cells/move-queries.ts'
const IN_CELLS = 'src/api/in-cells.ts'
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
  write_redemptions: { file: SCHEMA, fingerprint: 'cef02770c74e' },
  add_to_user_quotas: { file: SCHEMA, fingerprint: '80f8fbb1c66e' },
  add_to_voucher_quotas: { file: SCHEMA, fingerprint: 'bfec8b6940f4' },
  require_current_vouchers: { file: SCHEMA, fingerprint: 'edb650373b38' },
  remember_idempotency_keys: { file: SCHEMA, fingerprint: '6c849ae967ac' },
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
  announce_catalog_change: { file: SCHEMA, fingerprint: '281514689c0d' },
  closeMonth: { file: 'src/domain/statements/close-month.ts', fingerprint: 'afbeabf34a92' },
  closePart: { file: 'src/domain/statements/close-month.ts', fingerprint: 'a359d6e1c33b' },
  beginClose: { file: MONTHS, fingerprint: '85e7b6b96ab4' },
  isHorizonReached: { file: MONTHS, fingerprint: '93be6e462257' },
  lockMonthToClose: { file: MONTHS, fingerprint: '62283beaaf96' },
  insertStatements: { file: 'src/domain/statements/close-queries.ts', fingerprint: '99f875840975' },
  countedRows: { file: 'src/domain/statements/statement-queries.ts', fingerprint: '17b9d9d7c67d' },
  updateToClosed: { file: MONTHS, fingerprint: 'ee438fd2a715' },
  advanceMove: { file: ADVANCE, fingerprint: 'e7bd5748ed7e' },
  asOnlyWorker: { file: ADVANCE, fingerprint: 'f4252b1b1969' },
  stepOf: { file: ADVANCE, fingerprint: 'e5d2dd529380' },
  copy: { file: ADVANCE, fingerprint: '5967e1e42589' },
  switchOver: { file: ADVANCE, fingerprint: '6e60f1c92b65' },
  arrives: { file: ADVANCE, fingerprint: '5d37d5414041' },
  clean: { file: ADVANCE, fingerprint: '7d71545ce0e2' },
  abort: { file: ADVANCE, fingerprint: '41a68110576e' },
  removeCopying: { file: ADVANCE, fingerprint: '9706a953293c' },
  finish: { file: ADVANCE, fingerprint: 'ebfd713f97ea' },
  keepRecords: { file: LEAVE, fingerprint: '01d479597681' },
  publish: { file: LEAVE, fingerprint: '8f90112e7748' },
  publishWholeRows: { file: LEAVE, fingerprint: '347a48974ff6' },
  fence: { file: LEAVE, fingerprint: '81e861ac8de1' },
  refuseWrites: { file: LEAVE, fingerprint: '9c417b53ef51' },
  findLogPosition: { file: LEAVE, fingerprint: '34d6eb0dcac9' },
  hasReached: { file: LEAVE, fingerprint: 'e478c73713d3' },
  findLag: { file: LEAVE, fingerprint: '25e6a9c4c7cb' },
  unpublish: { file: LEAVE, fingerprint: 'ed6d1c46918f' },
  dropTriggers: { file: LEAVE, fingerprint: '80a592055388' },
  isLive: { file: LEAVE, fingerprint: '46daf88a1112' },
  subscribe: { file: COME, fingerprint: '8460e12b33a7' },
  hasSubscription: { file: COME, fingerprint: '8d1d9062e9eb' },
  findCopyProgress: { file: COME, fingerprint: 'd7c07ccb20dc' },
  unsubscribe: { file: COME, fingerprint: 'cf900d14b901' },
  isHidden: { file: HIDING, fingerprint: '823a6691a78a' },
  hide: { file: HIDING, fingerprint: '24247bc3b415' },
  reveal: { file: HIDING, fingerprint: 'c3387ce1c835' },
  announce: { file: HIDING, fingerprint: 'af943c6db964' },
  deleteRows: { file: HIDING, fingerprint: '48dc05a719f5' },
  lockOpenMove: { file: MOVES, fingerprint: 'c95ed784968a' },
  findOpenMove: { file: MOVES, fingerprint: 'c83a4d8eb819' },
  lockDatabaseOfMove: { file: MOVES, fingerprint: '825a523bac1c' },
  updateMove: { file: MOVES, fingerprint: '232554f86212' },
  updateToAborted: { file: MOVES, fingerprint: 'a647f782ee1f' },
  updateMerchantCell: { file: MOVES, fingerprint: 'ca4e70b48dbc' },
  inTheirCell: { file: IN_CELLS, fingerprint: 'a2f54b156a5f' },
  isNotFound: { file: IN_CELLS, fingerprint: '618fdd548a29' },
  cellOf: { file: IN_CELLS, fingerprint: '7c2231636cb5' },
  isHere: { file: 'src/platform/cells/cell-queries.ts', fingerprint: 'be1f925b3faa' },
  openCells: { file: 'src/platform/cells/cells.ts', fingerprint: '2ba72f732fea' },
  findAmong: { file: 'src/platform/cells/cells.ts', fingerprint: '6d4dd3072e68' },
  isMoved: { file: 'src/platform/cells/moved-tables.ts', fingerprint: '3861b5dfdc17' },
  classifyWriteFailure: {
    file: 'src/domain/redemptions/engine/write-failure.ts',
    fingerprint: '695d60e05301',
  },
  refuse_moving_merchant: { file: SCHEMA, fingerprint: 'c54ebb798b43' },
}

/** The text of a function of the schema, or of a function in TypeScript. */
export function textOf(name: string): string {
  const { file = '' } = SOURCES[name] ?? {}
  const text = readFileSync(join(ROOT, file), 'utf8')
  const [start, end] = file.endsWith('.sql')
    ? [new RegExp(`^create function ${name}\\(`, 'm'), /\$\$;$/m]
    : [new RegExp(`^(?:export )?(?:async )?function ${name}[<(]`, 'm'), /^\}$/m]
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
