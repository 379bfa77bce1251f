import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { startDemoService } from '../scripts/demo-service.ts'
import { launchChromium } from '../test/browser/chromium.ts'
import { CARD, OBSERVER, openPhone, type Slowness } from './load/slow-phone.ts'
import { serveSnapshot } from './servers/snapshot.ts'

const REACH_LCP_MS = 2_500
const RESULTS = join(import.meta.dirname, 'results', 'webview.json')

/** Milliseconds from the tap on the link. */
type Opening = { firstPaint: number; largestPaint: number; usable: number; largest: string }
type Row = { page: string; cpu: string } & Record<'firstPaint' | 'largestPaint' | 'usable', number> & {
    largest: string
    runs: Opening[]
  }

/**
 * From the link to a merchant list that can be tapped, on a slow phone with an empty cache, beside its floor: a page of
 * the same HTML, styles and pictures without any script. Once with the processor slowed down too, once with nothing but
 * the connection slow, since a busy machine tells on the first.
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
  // An opening without a list fails here, rather than being left out of the medians.
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
      [`LCP < ${REACH_LCP_MS}`]: largestPaint < REACH_LCP_MS ? 'reached' : 'missed',
    })),
  )
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version, load: loadavg()[0] }
  await mkdir(join(RESULTS, '..'), { recursive: true })
  const found = { at: new Date().toISOString(), machine, reach: { largestPaintMs: REACH_LCP_MS }, rows }
  await writeFile(RESULTS, `${JSON.stringify(found, null, 2)}\n`)
}
