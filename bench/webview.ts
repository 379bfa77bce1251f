import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { startDemoService } from '../scripts/demo-service.ts'
import { launchChromium } from '../test/browser/chromium.ts'
import { saveResult } from './figures/save-result.ts'
import { CARD, OBSERVER, openPhone, type Slowness } from './load/slow-phone.ts'
import { serveSnapshot } from './servers/serve-snapshot.ts'

const GOAL_LCP_MS = 2_500

/** Times in milliseconds since the link was tapped. */
type Opening = { firstPaint: number; largestPaint: number; usable: number; largest: string }
type Row = { page: string; cpu: string } & Record<'firstPaint' | 'largestPaint' | 'usable', number> & {
    largest: string
    runs: Opening[]
  }

/**
 * The time from the link to a merchant list that can be tapped, on a slow phone with an empty cache. The floor is a page
 * with the same HTML, styles and pictures but no scripts. Measured once with a slow processor and a slow connection, and
 * once with a slow connection only, because a busy machine distorts the first.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { runs: { type: 'string', default: '5' }, cpu: { type: 'string', default: '4,1' } },
  })
  const rows: Row[] = []
  const service = await startDemoService()
  const browser = await launchChromium()
  try {
    const link = `${service.origin}/app/#token=${service.token}`
    const snapshot = await serveSnapshot(service.origin, await renderedPage(browser, link))
    for (const cpu of values.cpu.split(',').map(Number)) {
      const phone = { cpu, kilobits: 400, latencyMs: 400 }
      const pages = { 'no script': `${snapshot.origin}/`, webview: link }
      for (const [page, address] of Object.entries(pages)) {
        const runs: Opening[] = []
        for (let n = 0; n < Number(values.runs); n += 1) runs.push(await open(browser, address, phone))
        rows.push({ page, cpu: `${cpu}× slower`, ...medians(runs), runs })
      }
    }
    await snapshot.close()
  } finally {
    await browser.close()
    await service.stop()
  }
  await report(rows)
}

async function renderedPage(browser: Browser, link: string): Promise<string> {
  const { page, close } = await openPhone(browser, null)
  await page.goto(link)
  await page.locator(CARD).first().waitFor()
  await page.waitForLoadState('networkidle')
  const html = await page.content()
  await close()
  return html.replaceAll(/<script\b.*?<\/script>|<link rel="(?:module)?preload"[^>]*>/gs, '')
}

async function open(browser: Browser, address: string, phone: Slowness): Promise<Opening> {
  const { page, close } = await openPhone(browser, phone)
  await page.addInitScript(OBSERVER)
  await page.goto(address, { waitUntil: 'networkidle' })
  // A page without a list fails here, instead of silently missing from the medians.
  await page.locator(CARD).first().waitFor()
  const seen = await page.evaluate<Opening>('window.seen')
  await close()
  return seen
}

function medians(runs: Opening[]) {
  const of = (name: 'firstPaint' | 'largestPaint' | 'usable') =>
    runs.map((run) => run[name]).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN
  return {
    firstPaint: of('firstPaint'),
    largestPaint: of('largestPaint'),
    usable: of('usable'),
    largest: runs[0]?.largest ?? '',
  }
}

async function report(rows: Row[]): Promise<void> {
  console.table(
    rows.map(({ page, cpu, firstPaint, largestPaint, usable, largest }) => ({
      page,
      processor: cpu,
      'first paint ms': firstPaint,
      'LCP ms': largestPaint,
      'list usable ms': usable,
      'largest element': largest,
      [`LCP < ${GOAL_LCP_MS}`]: largestPaint < GOAL_LCP_MS ? 'reached' : 'missed',
    })),
  )
  await saveResult('webview', { goal: { largestPaintMs: GOAL_LCP_MS }, rows })
}
