import { isDeepStrictEqual } from 'node:util'
import { MAX_OUTLET_ROWS, type OutletImportReport } from '@counterfoil/contract/admin/outlet-import.ts'
import { NewOutlet } from '@counterfoil/contract/admin/outlets.ts'
import type { Reason } from '@counterfoil/contract/words/reason.ts'
import type { Static } from 'typebox'
import { readRows } from '../../platform/csv/csv-rows.ts'
import { type Tx, transaction } from '../../platform/database/db.ts'
import { type Issue, invalid, issueAt, issueOf, malformed, Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import type { SentForApproval } from '../guarded-changes/guard.ts'
import { lockMerchant } from './merchant-queries.ts'
import { type NewOutletFields, readOutletCells } from './outlet-cells.ts'
import { type RequestedPin, requestPins } from './outlet-pins.ts'
import { lockAllOutletsOf, type OutletRecord } from './outlet-queries.ts'
import { addOutlet, changeOutlet } from './outlets.ts'

type Report = Static<typeof OutletImportReport>
export type Row = Report['rows'][number]

/** A row of the file that is not compared with the existing outlets yet. */
export type ReadRow = { line: number; value: NewOutletFields; issues: Issue[] }

const COLUMNS = {
  known: Object.keys(NewOutlet.properties),
  required: ['name', 'addressLine', 'city', 'countryCode'],
}
/** A refused import lists this many issues. A dry run lists all. */
const MAX_ISSUES = 100

/**
 * Writes all rows, or none if one is wrong. A dry run writes nothing and reports each row. While PINs need approval, the
 * outlets are written without them, and one request has the PINs of the whole file.
 */
export async function importOutlets(
  deps: Runtime,
  caller: Caller,
  merchantId: string,
  { stream, dryRun = false }: { stream: AsyncIterable<Uint8Array>; dryRun?: boolean | undefined },
): Promise<Report | SentForApproval<Report> | Refusal> {
  const read = await readOutlets(stream)
  if (read instanceof Refusal) return read
  return transaction(deps.db, async (tx) => {
    // Ten thousand rows take longer than the deadline of a request.
    await tx.extendDeadline(9 * 60_000)
    // Without this lock, two imports of one file at once could add an outlet twice.
    const merchant = await lockMerchant(tx, caller, merchantId)
    if (!merchant) return refuse('not_found')
    const outlets = Map.groupBy(await lockAllOutletsOf(tx, merchant.id), ({ name }) => name)
    const rows = read.map((row) => judgeRow(row, outlets.get(row.value.name) ?? []))
    const wrong = rows.filter(({ status }) => status === 'wrong')
    if (!dryRun && wrong.length > 0) return invalid(...wrong.flatMap(issuesOfRow).slice(0, MAX_ISSUES))
    const held: RequestedPin[] = []
    if (!dryRun) {
      for (const [i, row] of rows.entries()) {
        const { value } = read[i] as ReadRow
        const known = outlets.get(value.name)?.[0]
        const { outletId, heldPin } = await writeRow(tx, deps, caller, merchant.id, row, value, known)
        row.outletId = outletId
        if (heldPin) held.push(heldPin)
      }
    }
    const count = (status: Row['status']) => rows.filter((row) => row.status === status).length
    const totals = { new: count('new'), changed: count('changed'), unchanged: count('unchanged') }
    const report = { dryRun, totals: { ...totals, wrong: wrong.length }, rows }
    return held.length > 0 ? requestPins(tx, deps, caller, merchant.id, held, report) : report
  })
}

export async function readOutlets(stream: AsyncIterable<Uint8Array>): Promise<ReadRow[] | Refusal> {
  const rows: ReadRow[] = []
  const lineOfName = new Map<string, number>()
  try {
    for await (const row of readRows(stream, COLUMNS)) {
      if (rows.length === MAX_OUTLET_ROWS) return malformed('issue.fileTooLong', { limit: MAX_OUTLET_ROWS })
      const { line } = row
      const { value, issues } = row.problem === null ? readOutletCells(row.cells) : unreadableRow(row.problem)
      const earlier = lineOfName.get(value.name)
      if (earlier !== undefined) issues.push(issueAt('/name', 'issue.sameLine', { line: earlier }))
      if (value.name !== undefined && earlier === undefined) lineOfName.set(value.name, line)
      rows.push({ line, value, issues })
    }
    return rows
  } catch (error) {
    // The header row is not valid, or the file is too large.
    if (error instanceof Refusal) return error
    throw error
  }
}

function unreadableRow(problem: Reason): Pick<ReadRow, 'value' | 'issues'> {
  return { value: {} as NewOutletFields, issues: [issueOf('', problem)] }
}

export function judgeRow({ line, value, issues }: ReadRow, outlets: OutletRecord[]): Row {
  const [outlet] = outlets
  const isAmbiguous = outlets.length > 1
  const all = isAmbiguous ? [...issues, issueAt('/name', 'issue.sameOutlets')] : issues
  const changes = outlet && all.length === 0 ? differingFields(value, outlet) : []
  const valid = outlet ? (changes.length > 0 ? 'changed' : 'unchanged') : 'new'
  return {
    line,
    status: all.length > 0 ? 'wrong' : valid,
    name: typeof value.name === 'string' ? value.name : null,
    outletId: isAmbiguous ? null : (outlet?.id ?? null),
    changes,
    issues: all,
  }
}

/** A PIN always counts as a change: the importer must not learn whether it is the current one. */
function differingFields(value: NewOutletFields, outlet: OutletRecord): string[] {
  const input = { ...value, countryCode: value.countryCode.toUpperCase() }
  return Object.entries(input)
    .filter(([name, cell]) => name === 'pin' || !isDeepStrictEqual(cell, outlet[name as keyof OutletRecord]))
    .map(([name]) => name)
}

/** Returns the id of the outlet, and its PIN if it needs approval. */
export async function writeRow(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  merchantId: string,
  { status }: Row,
  value: NewOutletFields,
  outlet: OutletRecord | undefined,
): Promise<{ outletId: string; heldPin: RequestedPin | null }> {
  const { outlet: written, heldPin } = !outlet
    ? await addOutlet(tx, deps, caller, merchantId, value)
    : status === 'changed'
      ? await changeOutlet(tx, deps, caller, outlet, value)
      : { outlet, heldPin: null }
  return { outletId: written.id, heldPin }
}

function issuesOfRow({ line, issues }: Row): Issue[] {
  return issues.map((issue) => ({ ...issue, path: `/line ${line}${issue.path}` }))
}
