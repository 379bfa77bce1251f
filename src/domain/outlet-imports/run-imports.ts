import { type Tx, transaction } from '../../platform/database/db.ts'
import { isRaceLost, isUnreachable } from '../../platform/database/failures.ts'
import { lockMerchant } from '../catalog/merchant-queries.ts'
import { judgeRow, type NewOutletFields, type Row, writeRow } from '../catalog/outlet-import.ts'
import { lockOutletsNamed } from '../catalog/outlet-queries.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { ownerOf } from './imports.ts'
import {
  type Difference,
  findOpenImport,
  listOpenImports,
  lockOpenImport,
  updateReached,
  updateToDone,
  updateToFailed,
} from './queries.ts'

/** Rows written in one transaction, which takes some tenths of a second. */
const BATCH_ROWS = 200
const UNREADABLE = 'The file can no longer be read, because the secrets key has changed. Upload it again.'
const UNEXPECTED = 'The import ended with an unexpected error; see the log for details.'

type OpenImport = {
  id: string
  merchantId: string
  startedBy: Caller
  rows: Row[]
  values: (NewOutletFields | null)[]
}

/** Writes the imports that are not finished. One that fails does not delay the others. */
export async function runOutletImports(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const postponed: unknown[] = []
  for (const id of await listOpenImports(deps.db)) {
    if (stopping?.aborted) return
    try {
      await runImport(deps, id, stopping)
    } catch (error) {
      if (isUnreachable(error) || isRaceLost(error)) postponed.push(error)
      else {
        deps.log.error({ err: error, outletImport: id }, 'outlet import failed')
        await updateToFailed(deps.db, id, UNEXPECTED, deps.now())
      }
    }
  }
  for (const error of postponed) throw error
}

async function runImport(deps: Deps, id: string, stopping?: AbortSignal): Promise<void> {
  const open = await findOpenImport(deps.db, id)
  if (!open) return
  const { sealedValues, ...rest } = open
  const values = openValues(deps, id, sealedValues)
  if (!values) return updateToFailed(deps.db, id, UNREADABLE, deps.now())
  const step = () => transaction(deps.db, (tx) => writeBatch(tx, deps, { id, values, ...rest }))
  while (!stopping?.aborted && (await step()) === true);
}

function openValues({ vault }: Deps, id: string, sealed: Buffer): OpenImport['values'] | null {
  try {
    return JSON.parse(vault.open(ownerOf(id), sealed)) as OpenImport['values']
  } catch {
    return null
  }
}

/** Writes the next rows and their progress together, so a crash repeats and loses none. True if more may follow. */
async function writeBatch(tx: Tx, deps: Deps, running: OpenImport): Promise<boolean> {
  const { id, merchantId, startedBy, values } = running
  const locked = await lockOpenImport(tx, id)
  if (!locked) return false
  // Two imports of a merchant at once could add an outlet twice.
  const merchant = await lockMerchant(tx, startedBy, merchantId)
  if (!merchant) throw new Error(`no merchant ${merchantId}`)
  const end = Math.min(locked.reached + BATCH_ROWS, values.length)
  const places = Array.from({ length: end - locked.reached }, (_, n) => locked.reached + n)
  const names = places.flatMap((place) => values[place]?.name ?? [])
  const outlets = Map.groupBy(await lockOutletsNamed(tx, merchantId, names), ({ name }) => name)
  const differences: Difference[] = []
  let written = 0
  for (const place of places) {
    const value = values[place]
    const before = running.rows[place]
    if (!value || !before) continue
    const known = outlets.get(value.name) ?? []
    const row = judgeRow({ line: before.line, value, issues: [] }, known)
    if (row.status !== before.status) differences.push({ place, status: row.status, issues: row.issues })
    if (row.status === 'new' || row.status === 'changed') {
      await writeRow(tx, deps, startedBy, merchantId, row, value, known[0])
      written += 1
    }
  }
  await updateReached(tx, id, { reached: end, written, differences })
  if (end === values.length) await updateToDone(tx, id, deps.now())
  return end < values.length
}
