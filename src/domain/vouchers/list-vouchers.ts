import type { Readable } from 'node:stream'
import {
  type ListedVoucher,
  RECENT_DAYS,
  type listAllVouchers as route,
  SOON_DAYS,
} from '@counterfoil/contract/admin/voucher-list.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import type { Static } from 'typebox'
import { countInCells, listInCells, listSortedInCells } from '../../platform/cells/merge.ts'
import { type CsvColumn, streamCsv } from '../../platform/csv/csv-stream.ts'
import type { RowCount, SortedPage } from '../../platform/database/keyset.ts'
import { listSorted, rowsAfter } from '../../platform/input/sorted-list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { cycleAt } from '../redemptions/rules/cycle.ts'
import { countAllVouchers, listAllVouchers, listUse, VOUCHER_LIST, type VoucherRow } from './list-queries.ts'

type Query = Input<typeof route>['query']
type Filter = Pick<Query, 'merchantId' | 'state' | 'q' | 'endsWithinDays'>
type Listed = Static<typeof ListedVoucher>

const DAY_MS = 24 * 60 * 60 * 1000

/** The vouchers of all merchants, or of the caller's merchant, each with its use. */
export async function viewAllVouchers(
  deps: Runtime,
  caller: Caller,
  query: Query,
): Promise<{ items: Listed[]; nextCursor: string | null; count?: RowCount; recentFrom: string } | Refusal> {
  const times = timesOf(deps.now())
  const filter = filterOf(query, times)
  const page = await listSorted(VOUCHER_LIST, query, {
    rows: (request) => listPage(deps, caller, request, filter),
    count: () => countInCells(deps, ({ db }) => countAllVouchers(db, caller, filter)),
  })
  if (page instanceof Refusal) return page
  const items = await withUse(deps, page.items, times)
  return { ...page, items, recentFrom: times.recentFrom.toISOString() }
}

const COLUMNS: CsvColumn<Listed>[] = [
  ['id', ({ id }) => id],
  ['title', ({ title }) => plainText(title)],
  ['merchantName', ({ merchantName }) => merchantName],
  ['state', ({ state }) => state],
  ['validFrom', ({ validFrom }) => validFrom],
  ['validUntil', ({ validUntil }) => validUntil],
  ['endsSoon', ({ endsSoon }) => endsSoon],
  ['cycle', ({ cycle }) => cycle],
  ['capUsed', ({ cap }) => cap?.used ?? null],
  ['capLimit', ({ cap }) => cap?.limit ?? null],
  ['codesDispensed', ({ codes }) => codes?.dispensed ?? null],
  ['codesTotal', ({ codes }) => codes?.total ?? null],
  ['redeemed30Days', ({ redeemed30Days }) => redeemed30Days],
  ['merchantId', ({ merchantId }) => merchantId],
  ['publishedAt', ({ publishedAt }) => publishedAt],
  ['publishAt', ({ publishAt }) => publishAt],
  ['unpublishAt', ({ unpublishAt }) => unpublishAt],
  ['createdAt', ({ createdAt }) => createdAt],
]

/** Streams all matching vouchers. All rows count up to the time of the request. */
export function exportVouchers(
  deps: Runtime,
  caller: Caller,
  { sort, ...query }: Filter & Pick<Query, 'sort'>,
): Readable {
  const times = timesOf(deps.now())
  const filter = filterOf(query, times)
  const fetch = rowsAfter(VOUCHER_LIST, sort, (page) => listPage(deps, caller, page, filter))
  return streamCsv<Listed>(COLUMNS, async (last, limit) =>
    withUse(deps, await fetch(last && { ...last, globalRedemptionCap: null }, limit), times),
  )
}

/** Fetches the matching vouchers after `last`, for a list that is read to its end. */
export function vouchersAfter(
  deps: Runtime,
  caller: Caller,
  query: Filter,
): (last: VoucherRow | null, limit: number) => Promise<VoucherRow[]> {
  const times = timesOf(deps.now())
  const filter = filterOf(query, times)
  return rowsAfter(VOUCHER_LIST, undefined, (page) => listPage(deps, caller, page, filter))
}

function listPage(
  deps: Runtime,
  caller: Caller,
  page: SortedPage<VoucherRow>,
  filter: ReturnType<typeof filterOf>,
): Promise<VoucherRow[]> {
  return listSortedInCells(deps, page, ({ db }) => listAllVouchers(db, caller, page, filter))
}

type Times = { now: Date; soon: Date; recentFrom: Date }

function timesOf(now: Date): Times {
  return { now, soon: daysAfter(now, SOON_DAYS), recentFrom: daysAfter(now, -RECENT_DAYS) }
}

function daysAfter(time: Date, days: number): Date {
  return new Date(time.getTime() + days * DAY_MS)
}

function filterOf({ merchantId, state, q, endsWithinDays }: Filter, { now, soon }: Times) {
  return {
    ...(merchantId !== undefined && { merchantId }),
    ...(state !== undefined && { state }),
    ...(q !== undefined && { q }),
    endsUntil: endsWithinDays === undefined ? null : daysAfter(now, endsWithinDays),
    now,
    soon,
  }
}

/** Cycles start at midnight in the merchant's time zone, so the current cycle differs from voucher to voucher. */
async function withUse(deps: Runtime, rows: VoucherRow[], { now, recentFrom }: Times): Promise<Listed[]> {
  const inCycle = rows.map((row) => ({ row, cycle: cycleAt(row.cycle, row.merchantTimezone, now) }))
  const vouchers = inCycle.map(({ row, cycle }) => ({ id: row.id, cycleKey: cycle.key }))
  const use = await listInCells(deps, ({ db }) => listUse(db, vouchers, recentFrom))
  const useOf = new Map(use.map((one) => [one.voucherId, one]))
  return inCycle.map(({ row: { globalRedemptionCap: limit, ...row }, cycle }) => {
    const { used = 0, codes = null, redeemed30Days = 0 } = useOf.get(row.id) ?? {}
    return {
      ...row,
      cap: limit === null ? null : { limit, used, cycleKey: cycle.key, resetsAt: cycle.resetsAt },
      codes: row.codeSource === 'MANUAL' ? codes : null,
      redeemed30Days,
    }
  })
}
