import type { Tx } from '../../platform/database/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { totalsOf } from '../vouchers/code-report.ts'
import { recordUpload, storeBatch } from '../vouchers/import-codes.ts'
import {
  deleteCodePart,
  deleteCodeParts,
  lockCodeImport,
  updateCodesReached,
  updateToDone,
  updateToFailed,
} from './queries.ts'
import { ImportFailure, type ImportKind, runImports } from './run-imports.ts'

const TAKES_NO_CODES = 'The voucher no longer takes codes from a pool.'

const CODES: ImportKind = {
  table: 'code_imports',
  writer: async (deps, id) => (tx) => writePart(tx, deps, id),
  fail: failImport,
}

export function runCodeImports(deps: Runtime, stopping?: AbortSignal): Promise<void> {
  return runImports(deps, CODES, stopping)
}

async function writePart(tx: Tx, deps: Runtime, id: string): Promise<boolean> {
  const open = await lockCodeImport(tx, id)
  if (!open) return false
  const { voucherId, startedBy, total, report } = open
  const readings = await deleteCodePart(tx, id, report.received)
  if (readings.length === 0 && report.received < total) throw new Error('a part of the file is missing')
  const after = await storeBatch(tx, startedBy, voucherId, report, readings)
  if (after instanceof Refusal) throw new ImportFailure(TAKES_NO_CODES)
  await updateCodesReached(tx, id, after)
  if (after.received < total) return true
  await updateToDone(tx, 'code_imports', id, deps.now())
  await recordUpload(tx, startedBy, deps.now(), voucherId, totalsOf(after))
  return false
}

async function failImport(tx: Tx, deps: Runtime, id: string, error: string): Promise<void> {
  const open = await lockCodeImport(tx, id)
  if (!open) return
  const { voucherId, startedBy, report } = open
  await deleteCodeParts(tx, id)
  await updateToFailed(tx, 'code_imports', id, { error, now: deps.now() })
  if (report.added > 0) {
    await recordUpload(tx, startedBy, deps.now(), voucherId, { ...totalsOf(report), endedEarly: true })
  }
}
