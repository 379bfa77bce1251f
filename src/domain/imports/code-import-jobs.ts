import type { CodeImportDetail } from '@counterfoil/contract/admin/code-imports.ts'
import type { Static } from 'typebox'
import { transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { listPage, type Page } from '../../platform/input/paging.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { type CodeFileType, readCodeLines } from '../vouchers/code-lines.ts'
import { batchesOf } from '../vouchers/import-codes.ts'
import { findVoucher } from '../vouchers/queries.ts'
import {
  type CodeImportRecord,
  deleteCodeImport,
  findCodeImport,
  insertCodeImport,
  insertCodePart,
  listImports,
  updateToReceived,
} from './queries.ts'

const UNNAMED = 'codes.txt'
/** A part is small, so that adding it locks the voucher only briefly. The maximum number of codes is a multiple of it. */
const PART_SIZE = 2000

type CodeFile = {
  stream: AsyncIterable<Uint8Array>
  type: CodeFileType
  fileName?: string | undefined
}

/**
 * Stores the file while it arrives. A worker adds its codes once the whole file is here; a file that is cut off adds none.
 */
export async function startCodeImport(
  deps: Runtime,
  caller: Caller,
  voucherId: string,
  { stream, type, fileName = UNNAMED }: CodeFile,
): Promise<CodeImportRecord | Refusal> {
  const voucher = await findVoucher(deps.db, caller, voucherId)
  if (!voucher) return refuse('not_found')
  if (voucher.codeSource !== 'MANUAL') return refuse('voucher_takes_no_codes')
  const [id, createdAt] = [orderedId(), deps.now()]
  await insertCodeImport(deps.db, { id, voucherId, fileName, startedBy: caller, createdAt })
  try {
    const total = await storeParts(deps, id, readCodeLines(stream, type))
    return await transaction(deps.db, async (tx) => {
      const target = `voucher:${voucherId}`
      await record(tx, {
        caller,
        at: createdAt,
        action: 'voucher.codes.import',
        target,
        after: { fileName, total },
      })
      return updateToReceived(tx, id, total)
    })
  } catch (error) {
    await deleteCodeImport(deps.db, id)
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Returns the number of lines with codes. */
async function storeParts({ db }: Runtime, importId: string, readings: ReturnType<typeof readCodeLines>) {
  let place = 0
  for await (const part of batchesOf(readings, PART_SIZE)) {
    if (part.readings.length > 0) await insertCodePart(db, { importId, place, readings: part.readings })
    place += part.readings.length
  }
  return place
}

/** Answers 404 for a voucher that the caller cannot see: an empty list would look like a voucher without imports. */
export async function listCodeImportsOf(
  { db }: Runtime,
  caller: Caller,
  voucherId: string,
  query: { limit?: number; cursor?: string },
): Promise<Page<CodeImportRecord> | Refusal> {
  if (!(await findVoucher(db, caller, voucherId))) return refuse('not_found')
  return listPage(query, (page) => listImports(db, 'code_imports', voucherId, page))
}

export async function getCodeImport(
  { db }: Runtime,
  caller: Caller,
  id: string,
): Promise<Static<typeof CodeImportDetail> | Refusal> {
  const found = await findCodeImport(db, id)
  return found && (await findVoucher(db, caller, found.voucherId)) ? found : refuse('not_found')
}
