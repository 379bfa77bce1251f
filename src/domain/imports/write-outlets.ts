import type { Tx } from '../../platform/database/db.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { judgeRow, type Row, writeRow } from '../catalog/import-outlet-rows.ts'
import { lockMerchant } from '../catalog/merchant-queries.ts'
import type { NewOutletFields } from '../catalog/outlet-cells.ts'
import { hashedPin, requestPins } from '../catalog/outlet-pins.ts'
import { lockOutletsNamed } from '../catalog/outlet-queries.ts'
import { ownerOf } from './outlet-import-jobs.ts'
import {
  type Difference,
  findOpenOutletImport,
  lockOutletImport,
  updateImportApproval,
  updateOutletsReached,
  updateToDone,
  updateToFailed,
} from './queries.ts'
import { ImportFailure, type ImportKind, runImports } from './run-imports.ts'

/** How many rows one transaction writes, which takes some tenths of a second. */
const BATCH_ROWS = 200
const UNREADABLE = 'The file can no longer be read, because the secrets key has changed. Upload it again.'

type OpenImport = {
  id: string
  merchantId: string
  startedBy: Caller
  rows: Row[]
  values: (NewOutletFields | null)[]
}

const OUTLETS: ImportKind = {
  table: 'outlet_imports',
  writer: async (deps, id) => {
    const open = await findOpenOutletImport(deps.db, id)
    if (!open) return async () => false
    const { sealedValues, ...rest } = open
    const running = { id, values: openValues(deps, id, sealedValues), ...rest }
    return (tx) => writeBatch(tx, deps, running)
  },
  fail: (tx, deps, id, error) => updateToFailed(tx, 'outlet_imports', id, { error, now: deps.now() }),
}

export function runOutletImports(deps: Runtime, stopping?: AbortSignal): Promise<void> {
  return runImports(deps, OUTLETS, stopping)
}

function openValues({ vault }: Runtime, id: string, sealed: Buffer): OpenImport['values'] {
  try {
    return JSON.parse(vault.open(ownerOf(id), sealed)) as OpenImport['values']
  } catch {
    throw new ImportFailure(UNREADABLE)
  }
}

/** Writes the next rows and the progress together: a crash loses and repeats nothing. Returns true if more may follow. */
async function writeBatch(tx: Tx, deps: Runtime, running: OpenImport): Promise<boolean> {
  const { id, merchantId, startedBy, values } = running
  const locked = await lockOutletImport(tx, id)
  if (!locked) return false
  // Without this lock, two imports of a merchant at once could add an outlet twice.
  const merchant = await lockMerchant(tx, startedBy, merchantId)
  if (!merchant) throw new Error(`no merchant ${merchantId}`)
  const end = Math.min(locked.reached + BATCH_ROWS, values.length)
  const places = Array.from({ length: end - locked.reached }, (_, n) => locked.reached + n)
  const names = places.flatMap((place) => values[place]?.name ?? [])
  const outlets = Map.groupBy(await lockOutletsNamed(tx, merchantId, names), ({ name }) => name)
  const differences: Difference[] = []
  let [written, holdsPins] = [0, locked.holdsPins]
  for (const place of places) {
    const value = values[place]
    const before = running.rows[place]
    if (!value || !before) continue
    const known = outlets.get(value.name) ?? []
    const row = judgeRow({ line: before.line, value, issues: [] }, known)
    if (row.status !== before.status) differences.push({ place, status: row.status, issues: row.issues })
    if (row.status === 'new' || row.status === 'changed') {
      const { heldPin } = await writeRow(tx, deps, startedBy, merchantId, row, value, known[0])
      holdsPins ||= heldPin !== null
      written += 1
    }
  }
  await updateOutletsReached(tx, id, { reached: end, written, differences, holdsPins })
  if (end < values.length) return true
  if (holdsPins) await requestPinsOf(tx, deps, running)
  await updateToDone(tx, 'outlet_imports', id, deps.now())
  return false
}

/** While PINs need approval, one request has those of the whole file. */
async function requestPinsOf(
  tx: Tx,
  deps: Runtime,
  { id, merchantId, startedBy, values }: OpenImport,
): Promise<void> {
  const pins = new Map(values.flatMap((value) => (value?.pin ? [[value.name, value.pin] as const] : [])))
  const named = Map.groupBy(await lockOutletsNamed(tx, merchantId, [...pins.keys()]), ({ name }) => name)
  const wanted = [...named.values()].flatMap(([outlet, ...others]) => {
    const pin = outlet && pins.get(outlet.name)
    // A name of several outlets is wrong, and was left out.
    return pin && others.length === 0 ? [{ outlet, pin: hashedPin(deps.vault, outlet.id, pin) }] : []
  })
  if (wanted.length === 0) return
  const { approval } = await requestPins(tx, deps, startedBy, merchantId, wanted)
  await updateImportApproval(tx, id, approval.id)
}
