import { parseArgs } from 'node:util'
import type { BrowseMerchantRow, BrowseOutletRow } from '../src/domain/catalog/browse-queries.ts'
import { listMerchants, type MerchantQuery } from '../src/domain/catalog/merchant-listing.ts'
import { byName } from '../src/domain/catalog/merchant-order.ts'
import { buildSnapshot, positionsOf, type Snapshot } from '../src/domain/catalog/snapshot.ts'
import type { Scope } from '../src/domain/partners/scope.ts'
import { Refusal } from '../src/platform/refusal.ts'
import { FlatScan } from './fixtures/flat-scan.ts'
import { saveResult } from './measure/save-result.ts'

const SIZES = [100, 1000, 10_000, 100_000]
const OUTLETS_PER_MERCHANT = 5
const PAGE = 20
const CITY = { latitude: 3.15, longitude: 101.7 }
const ROUNDS = 5

type Question = { name: string; scope: Scope; query: MerchantQuery; page: 1 | 2 }
type Row = { merchants: number; question: string; treeUs: number; flatUs: number; flatOfTree: number }

const QUESTIONS: Question[] = [
  { name: 'all merchants', scope: null, query: {}, page: 1 },
  { name: 'all merchants, second page', scope: null, query: {}, page: 2 },
  { name: 'scope of half the merchants', scope: { merchantIds: [], categories: ['A'] }, query: {}, page: 1 },
  { name: 'new merchants, one in 50', scope: null, query: { isNew: 'true' }, page: 1 },
]

/**
 * The nearest page of merchants as `GET /merchants` computes it, from the k-d tree that the service uses and from a flat
 * scan of all outlets. Time in microseconds per page, without HTTP.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '0.2' } } })
  const rows = SIZES.flatMap((merchants) => compare(merchants, Number(values.seconds) * 1000))
  console.table(
    rows.map(({ merchants, question, treeUs, flatUs, flatOfTree }) => ({
      merchants,
      question,
      'k-d tree µs': treeUs,
      'flat scan µs': flatUs,
      'flat / tree': flatOfTree,
    })),
  )
  await saveResult('nearest', { page: PAGE, outletsPerMerchant: OUTLETS_PER_MERCHANT, rows })
}

function compare(merchants: number, forMs: number): Row[] {
  const tree = catalogOf(merchants)
  const places = tree.merchants.map(({ outlets }) => positionsOf(outlets))
  const flat = { ...tree, nearest: new FlatScan(places) as unknown as Snapshot['nearest'] }
  return QUESTIONS.map((question) => {
    requireSamePages(tree, flat, question)
    const timings = { tree: [] as number[], flat: [] as number[] }
    // Both alternate, so that a busy machine slows both down.
    for (let round = 0; round < ROUNDS; round += 1) {
      timings.tree.push(microsecondsPerPage(tree, question, forMs))
      timings.flat.push(microsecondsPerPage(flat, question, forMs))
    }
    const [treeUs, flatUs] = [Math.min(...timings.tree), Math.min(...timings.flat)]
    return {
      merchants,
      question: question.name,
      treeUs: rounded(treeUs),
      flatUs: rounded(flatUs),
      flatOfTree: rounded(flatUs / treeUs),
    }
  })
}

function catalogOf(count: number): Snapshot {
  const numbers = Array.from({ length: count }, (_, n) => n)
  const idOf = (n: number) => `merchant-${String(n).padStart(6, '0')}`
  return buildSnapshot(
    {
      categories: [],
      vouchers: [],
      merchants: numbers
        .map(
          (n) =>
            ({
              id: idOf(n),
              name: `Merchant ${(n * 7919) % count}`,
              category: n % 2 === 0 ? 'A' : 'B',
              isNew: n % 50 === 0,
              subCategoryIds: [] as string[],
            }) as BrowseMerchantRow,
        )
        .sort(byName),
      outlets: numbers.flatMap((n) =>
        Array.from(
          { length: OUTLETS_PER_MERCHANT },
          () => ({ merchantId: idOf(n), ...somewhere() }) as BrowseOutletRow,
        ),
      ),
    },
    new Date(),
    'en',
  )
}

/** Anywhere within about 50 km of the city. */
function somewhere(): { latitude: number; longitude: number } {
  return { latitude: CITY.latitude + Math.random() - 0.5, longitude: CITY.longitude + Math.random() - 0.5 }
}

function pageOf(snapshot: Snapshot, { scope, query, page }: Question, here = somewhere()) {
  const asked = { ...query, lat: here.latitude, lng: here.longitude, limit: PAGE }
  const viewer = { scope, sandboxId: null }
  const first = listMerchants(snapshot, viewer, asked)
  if (first instanceof Refusal) throw new Error(first.code)
  if (page === 1 || first.nextCursor === null) return first
  return listMerchants(snapshot, viewer, { ...asked, cursor: first.nextCursor })
}

function microsecondsPerPage(snapshot: Snapshot, question: Question, forMs: number): number {
  const start = performance.now()
  let pages = 0
  for (; performance.now() < start + forMs; pages += 1) pageOf(snapshot, question)
  return ((performance.now() - start) * 1000) / pages
}

function requireSamePages(tree: Snapshot, flat: Snapshot, question: Question): void {
  for (let n = 0; n < 50; n += 1) {
    const here = somewhere()
    const [one, other] = [pageOf(tree, question, here), pageOf(flat, question, here)]
    if (JSON.stringify(one) !== JSON.stringify(other)) throw new Error(`${question.name}: the pages differ`)
  }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
