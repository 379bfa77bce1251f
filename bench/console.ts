import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../test/browser/chromium.ts'
import { SETTINGS } from './fixtures/prepared-database.ts'
import { openConsole, timeLoading, timeOpening } from './load/console-visitor.ts'
import { saveResult } from './measure/save-result.ts'
import { withGrownService } from './servers/grown-service.ts'
import { ADMIN_KEY } from './servers/spawn-service.ts'

/** No list may take longer than this many times its API call, and this much more. */
const GOAL = { factor: 1.5, plusMs: 300 }
const WARM_UPS = 1

type List = { list: string; screen: string; api: string }
/** `loadedMs`: the time when the address is opened, with the page and its scripts. */
type Row = {
  list: string
  apiMs: number
  firstRowMs: number
  goalMs: number
  isReached: boolean
  loadedMs: number
}

/**
 * The time from opening a list of the console to its first row, beside the bare call of the API that it waits for. The
 * service is a separate process, the browser a real one with a warm cache.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      merchants: { type: 'string', default: '10000' },
      redemptions: { type: 'string', default: '1000000' },
      runs: { type: 'string', default: '5' },
    },
  })
  const redemptions = Number(values.redemptions)
  const sizes = {
    ...{ redemptions, merchants: Number(values.merchants), days: 30 },
    ...{ users: redemptions / 5, events: redemptions / 5, codes: 10_000, audit: redemptions / 10 },
  }
  const folder = join(import.meta.dirname, '..')
  await withGrownService({ sizes, folder }, async ({ url }) => {
    const browser = await launchChromium()
    try {
      const rows = await measure(url, browser, Number(values.runs))
      console.table(rows)
      await saveResult('console', { sizes, runs: Number(values.runs), settings: SETTINGS, goal: GOAL, rows })
    } finally {
      await browser.close()
    }
  })
}

async function measure(url: string, browser: Browser, runs: number): Promise<Row[]> {
  const first = async (path: string): Promise<string> => {
    const { items } = (await (await ask(url + path)).json()) as { items: { id: string }[] }
    return items[0]?.id ?? ''
  }
  const lists = listsOf(await first('/admin/merchants?limit=1'), await first('/admin/partners?limit=1'))
  const page = await openConsole(url, browser)
  const rows: Row[] = []
  for (const { list, screen, api } of lists) {
    const timings = { api: [] as number[], opening: [] as number[], loading: [] as number[] }
    for (let n = -WARM_UPS; n < runs; n += 1) {
      const apiMs = await timeCall(url + api)
      const [openingMs, loadingMs] = [
        await timeOpening(page, url, screen),
        await timeLoading(page, url, screen),
      ]
      if (n < 0) continue
      timings.api.push(apiMs)
      timings.opening.push(openingMs)
      timings.loading.push(loadingMs)
    }
    const [apiMs, firstRowMs, loadedMs] = [
      median(timings.api),
      median(timings.opening),
      median(timings.loading),
    ]
    const goalMs = Math.round(apiMs * GOAL.factor + GOAL.plusMs)
    rows.push({ list, apiMs, firstRowMs, goalMs, isReached: firstRowMs <= goalMs, loadedMs })
  }
  return rows
}

/** Every list of the console, and the call that fills it: usually the one with the path of the screen. */
function listsOf(merchantId: string, partnerId: string): List[] {
  const merchant = `/merchants/${merchantId}`
  const lists: [list: string, screen: string, api?: string][] = [
    ['merchants', '/merchants'],
    ['merchants, searched', '/merchants?q=merchant-99'],
    ['vouchers of a merchant', `${merchant}?tab=vouchers`, `/admin${merchant}/vouchers`],
    ['outlets of a merchant', `${merchant}?tab=outlets`, `/admin${merchant}/outlets`],
    ['partners', '/partners'],
    ['users of a partner', `/users?partnerId=${partnerId}`],
    ['redemptions', '/redemptions'],
    ['redemptions of a merchant', `/redemptions?merchantId=${merchantId}`],
    ['redemptions, flagged', '/redemptions?status=FLAGGED'],
    ['claims', '/claims'],
    ['claims of a merchant', `/claims?merchantId=${merchantId}`],
    ['deliveries', '/deliveries'],
    ['audit', '/audit'],
    ['look-up of a rare word', '/look-up?q=person4711', '/admin/search?q=person4711'],
  ]
  return lists.map(([list, screen, api = `/admin${screen}`]) => ({ list, screen, api }))
}

const ask = (address: string) => fetch(address, { headers: { authorization: `Bearer ${ADMIN_KEY}` } })

async function timeCall(address: string): Promise<number> {
  const startedAt = performance.now()
  const response = await ask(address)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return performance.now() - startedAt
}

function median(timings: number[]): number {
  const [middle = Number.NaN] = timings.sort((a, b) => a - b).slice(Math.floor(timings.length / 2))
  return Math.round(middle)
}
