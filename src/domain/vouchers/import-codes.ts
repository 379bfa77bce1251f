import { MAX_CODES_PER_UPLOAD } from '@counterfoil/contract/admin/codes.ts'
import { type Tx, transaction } from '../../platform/database/db.ts'
import { FairPlaces } from '../../platform/fair-places.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { type CodeFileType, readCodeLines } from './code-lines.ts'
import { insertCodes, listPooledLines } from './code-queries.ts'
import { type Reading, readCode } from './code-reading.ts'
import {
  addBatch,
  type Batch,
  EMPTY_REPORT,
  newCodes,
  type Report,
  splitRepeats,
  totalsOf,
} from './code-report.ts'
import { createCodeSet } from './code-set.ts'
import { findVoucher, lockVoucher } from './queries.ts'

export type ImportOptions = {
  /** Whether to report what would happen, and change nothing. */
  dryRun?: boolean | undefined
  /** Called after each stored batch and at the end, even if the upload fails. */
  onProgress?: ((report: Report) => void) | undefined
}

/** The limits on dry runs of uploads, by merchant. */
export type CodesDeps = Runtime & { dryRuns: FairPlaces }

/** Stores a batch. Takes the report of the batches before it and returns the new one. */
type Store = (report: Report, batch: Batch) => Promise<Report>

/** A batch is small, so that it locks the voucher only briefly. The maximum number of codes is a multiple of it. */
const BATCH_SIZE = 10_000

/** Imports a file with one code per line while it arrives. Reads no faster than the database stores. */
export function importCodes(
  deps: CodesDeps,
  caller: Caller,
  voucherId: string,
  upload: ImportOptions & { type: CodeFileType; stream: AsyncIterable<Uint8Array> },
): Promise<Report | Refusal> {
  return fillPool(deps, caller, voucherId, readCodeLines(upload.stream, upload.type), upload)
}

export function addCodes(
  deps: CodesDeps,
  caller: Caller,
  voucherId: string,
  codes: string[],
  options: ImportOptions = {},
): Promise<Report | Refusal> {
  const readings = codes.map((code, index) => readCode(index + 1, code.trim()))
  return fillPool(deps, caller, voucherId, [readings], options)
}

type Readings = AsyncIterable<Reading[]> | Iterable<Reading[]>

/** The limits of dry runs, for a merchant and for a node: each holds tens of megabytes until its file has arrived. */
const DRY_RUNS = { perKey: 2, inAll: 3, retryAfterSeconds: 5 }

export function openDryRuns(): FairPlaces {
  return new FairPlaces(DRY_RUNS)
}

async function fillPool(
  deps: CodesDeps,
  caller: Caller,
  voucherId: string,
  readings: Readings,
  options: ImportOptions,
): Promise<Report | Refusal> {
  const voucher = await findVoucher(deps.db, caller, voucherId)
  if (!voucher) return refuse('not_found')
  if (voucher.codeSource !== 'MANUAL') return refuse('voucher_takes_no_codes')
  const fill = () => storeBatches(deps, caller, voucher.id, readings, options)
  return options.dryRun ? deps.dryRuns.run(voucher.merchantId, fill) : fill()
}

/**
 * Stores each batch in one transaction. An upload that is cut off leaves whole batches, and sending it again adds the
 * rest. The next batch is read while one is written.
 */
async function storeBatches(
  deps: Runtime,
  caller: Caller,
  voucherId: string,
  readings: Readings,
  { dryRun = false, onProgress }: ImportOptions,
): Promise<Report | Refusal> {
  const store = dryRun ? simulateStore(deps, voucherId) : storeInPool(deps, caller, voucherId)
  let report = EMPTY_REPORT
  let storing = Promise.resolve(report)
  try {
    for await (const batch of batchesOf(readings)) {
      report = await storing
      onProgress?.(report)
      storing = store(report, batch)
      // The promise is awaited later. Until then, this prevents an unhandled rejection.
      storing.catch(() => {})
    }
    report = await storing
  } catch (error) {
    report = await storing.catch(() => report)
    onProgress?.(report)
    if (!dryRun && report.added > 0) await recordPartialUpload(deps, caller, voucherId, report)
    if (error instanceof Refusal) return refuse(error.code, { ...error.details, ...totalsOf(report) })
    throw error
  }
  onProgress?.(report)
  return report
}

/** Yields full batches, then a last one that may be empty. */
export async function* batchesOf(readings: Readings, size = BATCH_SIZE): AsyncGenerator<Batch> {
  let batch: Reading[] = []
  let received = 0
  for await (const some of readings) {
    for (const reading of some) {
      if (received === MAX_CODES_PER_UPLOAD) {
        throw refuse('payload_too_large', { maxCodes: MAX_CODES_PER_UPLOAD })
      }
      received += 1
      batch.push(reading)
      if (batch.length < size) continue
      yield { readings: batch, isLast: false }
      batch = []
    }
  }
  yield { readings: batch, isLast: true }
}

/** The last batch also writes the audit entry of the whole upload. */
function storeInPool(deps: Runtime, caller: Caller, voucherId: string): Store {
  return async (report, { readings, isLast }) => {
    const result = await transaction(deps.db, async (tx) => {
      const after = await storeBatch(tx, caller, voucherId, report, readings)
      if (isLast && !(after instanceof Refusal)) {
        await recordUpload(tx, caller, deps.now(), voucherId, totalsOf(after))
      }
      return after
    })
    if (result instanceof Refusal) throw result
    return result
  }
}

/**
 * Adds codes to the pool, and to the report of the batches before them. Locks the voucher, so that nobody else adds codes
 * between the lookup and the insert.
 */
export async function storeBatch(
  tx: Tx,
  caller: Caller,
  voucherId: string,
  report: Report,
  readings: Reading[],
): Promise<Report | Refusal> {
  const seen = new Set<string>()
  const { repeats, ...unique } = splitRepeats(readings, (code) => seen.size < seen.add(code).size)
  // A publication to many users locks the voucher for some seconds; an upload may take half an hour.
  await tx.extendDeadline(60_000)
  const voucher = await lockVoucher(tx, caller, voucherId)
  if (voucher?.codeSource !== 'MANUAL') return refuse('voucher_takes_no_codes')
  const pooled = await listPooledLines(tx, voucherId, unique)
  await insertCodes(tx, voucherId, newCodes(unique, pooled))
  return addBatch(report, readings, [...repeats, ...pooled])
}

function simulateStore(deps: Runtime, voucherId: string): Store {
  const isNew = createCodeSet()
  return async (report, { readings }) => {
    const { repeats, ...unique } = splitRepeats(readings, isNew)
    const pooled = await listPooledLines(deps.db, voucherId, unique)
    return addBatch(report, readings, [...repeats, ...pooled])
  }
}

/** Writes an audit entry for the codes that were added before an upload failed. */
function recordPartialUpload(deps: Runtime, caller: Caller, voucherId: string, report: Report) {
  const after = { ...totalsOf(report), endedEarly: true }
  return transaction(deps.db, (tx) => recordUpload(tx, caller, deps.now(), voucherId, after))
}

export function recordUpload(
  tx: Tx,
  caller: Caller,
  at: Date,
  voucherId: string,
  after: Record<string, unknown>,
) {
  return record(tx, { caller, at, action: 'voucher.codes.upload', target: `voucher:${voucherId}`, after })
}
