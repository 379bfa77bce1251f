import { MAX_CODES_PER_UPLOAD } from '@counterfoil/contract/admin-codes.ts'
import { type Tx, transaction } from '../../platform/database/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { type CodeFileType, readCodeLines } from './code-lines.ts'
import { insertCodes, listPooledLines } from './code-queries.ts'
import { type Reading, readCode } from './code-reading.ts'
import { type Batch, counted, distinct, figures, NOTHING, newCodes, type Report } from './code-report.ts'
import { createCodeSet } from './code-set.ts'
import { findVoucher, lockVoucher } from './queries.ts'

export type ImportOptions = {
  /** Reports what would happen, and changes nothing. */
  dryRun?: boolean | undefined
  /** Called with the state of things whenever a batch is in, and at the end, an early one too. */
  onProgress?: ((report: Report) => void) | undefined
}

/** What becomes of a batch, given the report of those before it. */
type Store = (report: Report, batch: Batch) => Promise<Report>

/** Small enough to hold the voucher's lock for a moment only, and a divisor of the most codes there can be. */
const BATCH_SIZE = 10_000

/** A file, one code a line, as it arrives. Reading it waits for the database. */
export function importCodes(
  deps: Deps,
  caller: Caller,
  voucherId: string,
  upload: ImportOptions & { type: CodeFileType; stream: AsyncIterable<Uint8Array> },
): Promise<Report | Refusal> {
  return fillPool(deps, caller, voucherId, readCodeLines(upload.stream, upload.type), upload)
}

export function addCodes(
  deps: Deps,
  caller: Caller,
  voucherId: string,
  codes: string[],
  options: ImportOptions = {},
): Promise<Report | Refusal> {
  const readings = codes.map((code, place) => readCode(place + 1, code.trim()))
  return fillPool(deps, caller, voucherId, [readings], options)
}

/**
 * Batch by batch, each a transaction of its own: an upload that is cut off leaves whole batches, and its repetition
 * adds the rest. While one batch is being written the next is being read.
 */
async function fillPool(
  deps: Deps,
  caller: Caller,
  voucherId: string,
  readings: AsyncIterable<Reading[]> | Iterable<Reading[]>,
  { dryRun = false, onProgress }: ImportOptions,
): Promise<Report | Refusal> {
  const voucher = await findVoucher(deps.db, caller, voucherId)
  if (!voucher) return refuse('not_found')
  if (voucher.codeSource !== 'MANUAL') return refuse('voucher_takes_no_codes')
  const store = dryRun ? imagining(deps, voucher.id) : keeping(deps, caller, voucher.id)
  let report = NOTHING
  let storing = Promise.resolve(report)
  try {
    for await (const batch of batchesOf(readings)) {
      report = await storing
      onProgress?.(report)
      storing = store(report, batch)
      // Awaited above, or below: until then a failure is not unhandled, only unread.
      storing.catch(() => {})
    }
    report = await storing
  } catch (error) {
    report = await storing.catch(() => report)
    onProgress?.(report)
    if (!dryRun && report.added > 0) await recordPart(deps, caller, voucher.id, report)
    if (error instanceof Refusal) return refuse(error.code, { ...error.details, ...figures(report) })
    throw error
  }
  onProgress?.(report)
  return report
}

/** Full ones, and a last one that may be empty. */
async function* batchesOf(readings: AsyncIterable<Reading[]> | Iterable<Reading[]>): AsyncGenerator<Batch> {
  let batch: Reading[] = []
  let received = 0
  for await (const some of readings) {
    for (const reading of some) {
      if (received === MAX_CODES_PER_UPLOAD) {
        throw refuse('payload_too_large', { maxCodes: MAX_CODES_PER_UPLOAD })
      }
      received += 1
      batch.push(reading)
      if (batch.length < BATCH_SIZE) continue
      yield { readings: batch, isLast: false }
      batch = []
    }
  }
  yield { readings: batch, isLast: true }
}

/**
 * Under the lock of the voucher, so that between the look and the insert nobody else fills the pool. The last batch takes
 * the record of the whole upload with it.
 */
function keeping(deps: Deps, caller: Caller, voucherId: string): Store {
  return async (report, { readings, isLast }) => {
    const met = new Set<string>()
    const { repeats, ...fresh } = distinct(readings, (code) => met.size < met.add(code).size)
    const result = await transaction(deps.db, async (tx) => {
      // A publication to many holds the voucher for some seconds; an upload has half an hour.
      await tx.extendDeadline(60_000)
      const voucher = await lockVoucher(tx, caller, voucherId)
      if (voucher?.codeSource !== 'MANUAL') return refuse('voucher_takes_no_codes')
      const pooled = await listPooledLines(tx, voucherId, fresh)
      await insertCodes(tx, voucherId, newCodes(fresh, pooled))
      const after = counted(report, readings, [...repeats, ...pooled])
      if (isLast) await recordUpload(tx, caller, deps.now(), voucherId, figures(after))
      return after
    })
    if (result instanceof Refusal) throw result
    return result
  }
}

function imagining(deps: Deps, voucherId: string): Store {
  const isNew = createCodeSet()
  return async (report, { readings }) => {
    const { repeats, ...fresh } = distinct(readings, isNew)
    const pooled = await listPooledLines(deps.db, voucherId, fresh)
    return counted(report, readings, [...repeats, ...pooled])
  }
}

/** An upload that ended early: what it added is on record too. */
function recordPart(deps: Deps, caller: Caller, voucherId: string, report: Report) {
  const after = { ...figures(report), endedEarly: true }
  return transaction(deps.db, (tx) => recordUpload(tx, caller, deps.now(), voucherId, after))
}

function recordUpload(tx: Tx, caller: Caller, at: Date, voucherId: string, after: Record<string, unknown>) {
  return record(tx, { caller, at, action: 'voucher.codes.upload', target: `voucher:${voucherId}`, after })
}
