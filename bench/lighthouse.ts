import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { findChromium } from '../test/browser/install-chromium.ts'
import { CARD } from './load/slow-phone.ts'
import { versionOf, withPackages } from './measure/install-packages.ts'
import { saveResult } from './measure/save-result.ts'
import { startLongWallet } from './servers/long-wallet.ts'

const GOAL = 95
const CATEGORIES = ['performance', 'accessibility', 'best-practices']
const TIMES = {
  'FCP ms': 'first-contentful-paint',
  'LCP ms': 'largest-contentful-paint',
  'blocked ms': 'total-blocking-time',
  'speed index': 'speed-index',
}
const SEARCHED = 'kopi'

/** The parts of Lighthouse and of its browser that are used here. Puppeteer's pages have the methods of Playwright's. */
type Audit = { score: number | null; numericValue?: number }
type Category = { id: string; score: number; auditRefs: { id: string; weight: number }[] }
type Result = { lhr: { categories: Record<string, Category>; audits: Record<string, Audit> } }
type Lighthouse = {
  navigation(page: Page, target: string | (() => Promise<unknown>), options: object): Promise<Result>
}
type Puppeteer = { default: { launch(options: object): Promise<Pick<Browser, 'newPage' | 'close'>> } }
type Tools = { lighthouse: Lighthouse; puppeteer: Puppeteer }
type Screen = { name: string; link: string; search?: string }

/**
 * What Lighthouse says about home, wallet, search and voucher of a user with 200 claims, on its own phone: slow 4G, and a
 * processor that is four times slower. `--throttling devtools` slows the browser down instead of computing the times.
 * Other work on the machine costs points. `--folder` is where Lighthouse is installed already.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '3' },
      throttling: { type: 'string', default: 'simulate' },
      folder: { type: 'string' },
    },
  })
  await withPackages(['lighthouse'], values.folder, async (folder) => {
    const load = (path: string) => import(join(folder, 'node_modules', path))
    const lighthouse: Lighthouse = await load('lighthouse/core/index.js')
    const puppeteer: Puppeteer = await load('puppeteer-core/lib/puppeteer/puppeteer-core.js')
    const version = await versionOf(folder, 'lighthouse')
    const service = await startLongWallet()
    try {
      const rows = []
      for (const screen of await screensOf(service)) {
        for (let n = 0; n < Number(values.runs); n += 1)
          rows.push(await measure({ lighthouse, puppeteer }, screen, values.throttling))
      }
      console.table(rows)
      console.log(`${version}, throttling: ${values.throttling}. Goal: ${GOAL} in each category`)
      await saveResult('lighthouse', { version, goal: GOAL, throttling: values.throttling, rows })
    } finally {
      await service.stop()
    }
  })
}

async function screensOf({ origin, token }: { origin: string; token: string }): Promise<Screen[]> {
  const response = await fetch(`${origin}/me/wallet`, { headers: { authorization: `Bearer ${token}` } })
  const { items } = (await response.json()) as { items: { voucherId: string }[] }
  const link = (path: string) => `${origin}/app/${path}#token=${token}`
  return [
    { name: 'home', link: link('') },
    { name: 'wallet', link: link('wallet') },
    { name: 'search', link: link(''), search: SEARCHED },
    { name: 'voucher', link: link(`vouchers/${items[0]?.voucherId}`) },
  ]
}

async function measure({ lighthouse, puppeteer }: Tools, { name, link, search }: Screen, throttling: string) {
  const browser = await puppeteer.default.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    const target = search === undefined ? link : await searchFor(page, link, search)
    const flags = { throttlingMethod: throttling, logLevel: 'silent', onlyCategories: CATEGORIES }
    const { lhr } = await lighthouse.navigation(page, target, { flags })
    const categories = Object.values(lhr.categories)
    const below = categories.flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
    return {
      screen: name,
      ...Object.fromEntries(categories.map(({ id, score }) => [id, Math.round(score * 100)])),
      ...Object.fromEntries(
        Object.entries(TIMES).map(([title, id]) => [title, Math.round(lhr.audits[id]?.numericValue ?? NaN)]),
      ),
      CLS: lhr.audits['cumulative-layout-shift']?.numericValue?.toFixed(3),
      'below 0.9': below
        .map(({ id }) => id)
        .filter((id) => (lhr.audits[id]?.score ?? 1) < 0.9)
        .join(' '),
    }
  } finally {
    await browser.close()
  }
}

/** A search has no address: its history entry holds it, so a reload opens it. */
async function searchFor(page: Page, link: string, text: string): Promise<() => Promise<unknown>> {
  await page.goto(link)
  await page.waitForSelector(CARD)
  await page.type('input[type=search]', text)
  await page.waitForSelector('mark')
  return () => page.reload()
}
