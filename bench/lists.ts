import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CLI } from '../src/domain/actors/caller.ts'
import {
  countMerchants,
  listMerchants,
  MERCHANT_LIST,
  type MerchantFilter,
} from '../src/domain/catalog/merchant-queries.ts'
import {
  countRedemptions,
  listRedemptions,
  REDEMPTION_LIST,
} from '../src/domain/redemptions/admin-queries.ts'
import { countUsers, listUsers, USER_LIST } from '../src/domain/users/user-search-queries.ts'
import {
  countAllVouchers,
  listAllVouchers,
  VOUCHER_LIST,
  type VoucherFilter,
} from '../src/domain/vouchers/list-queries.ts'
import { viewCalendar } from '../src/domain/vouchers/voucher-calendar.ts'
import { CLAIM_LIST, countAllClaims, listAllClaims } from '../src/domain/wallet/claim-list-queries.ts'
import {
  countDeliveries,
  DELIVERY_LIST,
  listDeliveries,
} from '../src/domain/webhooks/delivery-list-queries.ts'
import { openCells } from '../src/platform/cells/cells.ts'
import type { Db } from '../src/platform/database/db.ts'
import type { SortedPage } from '../src/platform/database/keyset.ts'
import { openPools } from '../src/platform/database/open-pools.ts'
import type { SortedList } from '../src/platform/input/sorted-list.ts'
import { createLogger } from '../src/platform/logging.ts'
import { SETTINGS } from './fixtures/prepared-database.ts'
import { saveResult } from './measure/save-result.ts'
import { withGrownService } from './servers/grown-service.ts'
import { ADMIN_KEY } from './servers/spawn-service.ts'

/** A page, and a page with its count, may take this long. */
const GOAL_MS = 100
const LIMIT = 50
const WARM_UPS = 3

/** A list as a person reads it, and the same query without the service. */
type Read = { list: string; path: string; query: () => PromiseLike<unknown> }
type Row = { list: string; pageMs: number; worstMs: number; queryMs: number; isReached: boolean }

/** A page of each list in each kind of sort, and each count, over HTTP and beside the bare query. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      redemptions: { type: 'string', default: '5000000' },
      merchants: { type: 'string', default: '10000' },
      vouchers: { type: 'string', default: '10' },
      calls: { type: 'string', default: '20' },
    },
  })
  const [redemptions, calls] = [Number(values.redemptions), Number(values.calls)]
  const fifth = Math.ceil(redemptions / 5)
  const sizes = {
    ...{ redemptions, users: fifth, events: 2 * fifth, codes: 10_000, audit: 1000, days: 60 },
    ...{ merchants: Number(values.merchants), unusedVouchers: Number(values.vouchers) },
  }
  const folder = join(import.meta.dirname, '..')
  await withGrownService({ sizes, folder }, async ({ url, db }) => {
    const rows: Row[] = []
    for (const read of await readsOf(db)) {
      const pages = await time(calls, async () => {
        const response = await fetch(`${url}/admin${read.path}`, {
          headers: { authorization: `Bearer ${ADMIN_KEY}` },
        })
        const body = await response.text()
        if (!response.ok) throw new Error(`${read.path} answered ${response.status}: ${body}`)
      })
      const queries = await time(calls, read.query)
      rows.push({
        ...{ list: read.list, pageMs: pages.median, worstMs: pages.worst, queryMs: queries.median },
        isReached: pages.median <= GOAL_MS,
      })
      console.log(JSON.stringify(rows.at(-1)))
    }
    console.table(rows)
    await saveResult('lists', { sizes, calls, settings: SETTINGS, goalMs: GOAL_MS, rows })
  })
}

async function readsOf(db: Db): Promise<Read[]> {
  const [merchant] = await db<{ id: string }[]>`select id from merchants order by id limit 1`
  const merchantId = merchant?.id ?? ''
  const now = new Date()
  const live: VoucherFilter = { state: 'LIVE', endsUntil: null, now }
  const everyVoucher: VoucherFilter = { endsUntil: null, now }
  const everyMerchant: MerchantFilter = { pattern: null, category: null, isActive: null, mode: 'live' }
  const vouchers = (filter: VoucherFilter) => (page: Page<typeof VOUCHER_LIST>) =>
    listAllVouchers(db, CLI, page, { ...filter, soon: now })
  const redemptions = (filter: object) => (page: Page<typeof REDEMPTION_LIST>) =>
    listRedemptions(db, CLI, filter, page)
  const users = (page: Page<typeof USER_LIST>) => listUsers(db, CLI, page, { q: undefined })
  const merchants = (page: Page<typeof MERCHANT_LIST>) => listMerchants(db, CLI, page, everyMerchant)
  const claims = (page: Page<typeof CLAIM_LIST>) => listAllClaims(db, CLI, {}, page)
  const deliveries = (page: Page<typeof DELIVERY_LIST>) => listDeliveries(db, CLI, {}, page)
  return [
    ...readsIn('/vouchers', VOUCHER_LIST, vouchers(everyVoucher)),
    ...readsIn('/vouchers?state=LIVE', VOUCHER_LIST, vouchers(live)),
    ...readsIn('/vouchers?q=toast', VOUCHER_LIST, vouchers({ ...everyVoucher, q: 'toast' })),
    ...readsIn('/vouchers?q=merchant-4711', VOUCHER_LIST, vouchers({ ...everyVoucher, q: 'merchant-4711' })),
    countOf('/vouchers', () => countAllVouchers(db, CLI, everyVoucher)),
    countOf('/vouchers?state=UPCOMING', () => countAllVouchers(db, CLI, { ...live, state: 'UPCOMING' })),
    countOf('/vouchers?q=toast', () => countAllVouchers(db, CLI, { ...everyVoucher, q: 'toast' })),
    ...calendarsOf(db, now),
    ...readsIn('/merchants', MERCHANT_LIST, merchants),
    countOf('/merchants', () => countMerchants(db, CLI, everyMerchant)),
    ...readsIn('/users', USER_LIST, users),
    ...['example.com', 'person77', 'pe', 'person4711@'].map((q) =>
      countOf(`/users?q=${q}`, () => countUsers(db, CLI, { q })),
    ),
    countOf('/users', () => countUsers(db, CLI, { q: undefined })),
    ...readsIn('/redemptions', REDEMPTION_LIST, redemptions({})),
    ...readsIn(`/redemptions?merchantId=${merchantId}`, REDEMPTION_LIST, redemptions({ merchantId })),
    countOf('/redemptions', () => countRedemptions(db, CLI, {})),
    countOf(`/redemptions?merchantId=${merchantId}`, () => countRedemptions(db, CLI, { merchantId })),
    countOf('/redemptions?status=FLAGGED', () => countRedemptions(db, CLI, { status: 'FLAGGED' })),
    ...readsIn('/claims', CLAIM_LIST, claims),
    countOf('/claims', () => countAllClaims(db, CLI, {})),
    ...readsIn('/deliveries', DELIVERY_LIST, deliveries),
    countOf('/deliveries', () => countDeliveries(db, CLI, {})),
    countOf('/deliveries?state=FAILED', () => countDeliveries(db, CLI, { state: 'FAILED' })),
  ]
}

/** The month in which the most is published, and an event that is rare: as the console reads them. */
function calendarsOf(db: Db, now: Date): Read[] {
  const month = now.toISOString().slice(0, 7)
  const cells = openCells({
    ...openPools(db),
    config: { cellUrls: {} },
    log: createLogger('error', process.stderr),
  })
  return [
    { path: `/calendar?month=${month}`, query: { month } },
    { path: `/calendar?month=${month}&event=UNPUBLISHES`, query: { month, event: 'UNPUBLISHES' } as const },
  ].map(({ path, query }) => ({
    list: path,
    path: `${path}&count=true`,
    query: () => viewCalendar({ db, cell: null, cells, now: () => now }, CLI, { ...query, count: true }),
  }))
}

type Page<L> = L extends SortedList<string, infer Row> ? SortedPage<Row> : never

/** The first page in each sort. */
function readsIn<Name extends string, Listed>(
  path: string,
  { sorts }: SortedList<Name, Listed>,
  list: (page: SortedPage<Listed>) => Promise<unknown>,
): Read[] {
  return (Object.keys(sorts) as Name[]).map((name) => ({
    list: `${path}, ${name}`,
    path: `${path}${path.includes('?') ? '&' : '?'}sort=${name}`,
    query: () => list({ sort: sorts[name], after: null, limit: LIMIT }),
  }))
}

function countOf(path: string, query: () => PromiseLike<unknown>): Read {
  return {
    list: `${path}, counted`,
    path: `${path}${path.includes('?') ? '&' : '?'}count=true&limit=1`,
    query,
  }
}

async function time(
  calls: number,
  work: () => PromiseLike<unknown>,
): Promise<{ median: number; worst: number }> {
  const timings: number[] = []
  for (let call = -WARM_UPS; call < calls; call += 1) {
    const startedAt = performance.now()
    await work()
    if (call >= 0) timings.push(performance.now() - startedAt)
  }
  timings.sort((a, b) => a - b)
  return { median: rounded(timings[Math.floor(timings.length / 2)]), worst: rounded(timings.at(-1)) }
}

const rounded = (value = 0) => Math.round(value * 10) / 10
