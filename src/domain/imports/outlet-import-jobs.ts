import type { OutletImportDetail } from '@counterfoil/contract/admin/outlet-import.ts'
import type { Static } from 'typebox'
import { transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { listPage, type Page } from '../../platform/input/paging.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { judgeRow, readOutlets } from '../catalog/import-outlet-rows.ts'
import { findMerchant } from '../catalog/merchant-queries.ts'
import { listOutletsNamed } from '../catalog/outlet-queries.ts'
import { findOutletImport, insertOutletImport, listImports, type OutletImportRecord } from './queries.ts'

const UNNAMED = 'outlets.csv'

/** Checks each row and stores the import. A worker writes the valid rows. */
export async function startOutletImport(
  deps: Runtime,
  caller: Caller,
  merchantId: string,
  { stream, fileName = UNNAMED }: { stream: AsyncIterable<Uint8Array>; fileName?: string | undefined },
): Promise<OutletImportRecord | Refusal> {
  const read = await readOutlets(stream)
  if (read instanceof Refusal) return read
  const [id, createdAt] = [orderedId(), deps.now()]
  return transaction(deps.db, async (tx) => {
    const merchant = await findMerchant(tx, caller, merchantId)
    if (!merchant) return refuse('not_found')
    // A wrong row may have no name, or a name that PostgreSQL refuses.
    const names = read.filter(({ issues }) => issues.length === 0).map(({ value }) => value.name)
    const outlets = Map.groupBy(await listOutletsNamed(tx, merchantId, names), ({ name }) => name)
    const rows = read.map((row) => judgeRow(row, outlets.get(row.value.name) ?? []))
    const values = read.map(({ value }, place) => (rows[place]?.status === 'wrong' ? null : value))
    const sealedValues = deps.vault.seal(ownerOf(id), JSON.stringify(values))
    const started = { id, merchantId, fileName, startedBy: caller, rows, sealedValues, createdAt }
    const made = await insertOutletImport(tx, started)
    const { total, wrong } = made
    const target = `merchant:${merchantId}`
    await record(tx, {
      caller,
      at: createdAt,
      action: 'outlet.import',
      target,
      after: { fileName, total, wrong },
    })
    return made
  })
}

/** The owner to which the sealed values are bound. */
export const ownerOf = (importId: string) => `outlet-import:${importId}`

/** Answers 404 for a merchant that the caller cannot see: an empty list would look like a merchant without imports. */
export async function listOutletImportsOf(
  { db }: Runtime,
  caller: Caller,
  merchantId: string,
  query: { limit?: number; cursor?: string },
): Promise<Page<OutletImportRecord> | Refusal> {
  if (!(await findMerchant(db, caller, merchantId))) return refuse('not_found')
  return listPage(query, (page) => listImports(db, 'outlet_imports', merchantId, page))
}

export async function getOutletImport(
  { db }: Runtime,
  caller: Caller,
  id: string,
): Promise<Static<typeof OutletImportDetail> | Refusal> {
  const found = await findOutletImport(db, id)
  if (!found || !(await findMerchant(db, caller, found.merchantId))) return refuse('not_found')
  const { rows, differences, ...rest } = found
  const differenceOf = new Map(differences.map(({ place, ...difference }) => [place, difference]))
  return {
    ...rest,
    rows: rows.map((row, place) => {
      const outcome = { ...row, ...differenceOf.get(place) }
      const isWriting = outcome.status === 'new' || outcome.status === 'changed'
      return { ...outcome, isWritten: isWriting && place < rest.done }
    }),
  }
}
