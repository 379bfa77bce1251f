import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { startDemoService } from '../scripts/demo-service.ts'
import { launchChromium } from '../test/browser/chromium.ts'
import { CARD, OBSERVER, openPhone, type Slowness } from './load/slow-phone.ts'
import { saveResult } from './measure/save-result.ts'
import { serveSnapshot } from './servers/serve-snapshot.ts'

const GOAL_LCP_MS = 2_500

const PHONES: (Slowness & { name: string })[] = [
  { name: '4× slower, slow 4G', cpu: 4, kilobits: 1600, latencyMs: 150 },
  { name: '4× slower, slow 3G', cpu: 4, kilobits: 400, latencyMs: 400 },
  { name: 'full speed, slow 3G', cpu: 1, kilobits: 400, latencyMs: 400 },
]

/** Times in milliseconds since the link was tapped, and what was loaded for the first screen. */
type Measured = Record<'firstPaint' | 'largestPaint' | 'usable' | 'requests' | 'kilobytes', number>
type Opening = Measured & { largest: string }
type Row = { page: string; phone: string } & Opening & { runs: Opening[] }

/**
 * The time from the link to a merchant list that can be tapped, on a slow phone with an empty cache. The floor is a page
 * with the same HTML, styles and pictures but no scripts. Measured with a slow processor on two slow connections, and once
 * with a slow connection only, because a busy machine distorts the others. `--link` measures a running service of another
 * release instead, such as `http://127.0.0.1:3100/app/#token=…`.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { runs: { type: 'string', default: '5' }, link: { type: 'string' } },
  })
  const count = Number(values.runs)
  if (values.link !== undefined) return measureLink(values.link, count)
  const rows: Row[] = []
  const service = await startDemoService()
  const browser = await launchChromium()
  try {
    const link = `${service.origin}/app/#token=${service.token}`
    const snapshot = await serveSnapshot(service.origin, await renderedPage(browser, link))
    for (const phone of PHONES) {
      const pages = { 'no script': `${snapshot.origin}/`, webview: link }
      for (const [page, address] of Object.entries(pages))
        rows.push(await openOften(browser, { page, address, phone, count }))
    }
    await snapshot.close()
  } finally {
    await browser.close()
    await service.stop()
  }
  report(rows)
  await saveResult('webview', { goal: { largestPaintMs: GOAL_LCP_MS }, rows })
}

async function measureLink(address: string, count: number): Promise<void> {
  const browser = await launchChromium()
  try {
    const rows: Row[] = []
    for (const phone of PHONES) rows.push(await openOften(browser, { page: 'given', address, phone, count }))
    report(rows)
  } finally {
    await browser.close()
  }
}

type Visits = { page: string; address: string; phone: (typeof PHONES)[number]; count: number }

async function openOften(browser: Browser, { page, address, phone, count }: Visits): Promise<Row> {
  const runs: Opening[] = []
  for (let n = 0; n < count; n += 1) runs.push(await open(browser, address, phone))
  return { page, phone: phone.name, ...medians(runs), runs }
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
  const loaded: Promise<number>[] = []
  page.on('requestfinished', (request) =>
    loaded.push(request.sizes().then((sizes) => sizes.responseBodySize + sizes.responseHeadersSize)),
  )
  await page.addInitScript(OBSERVER)
  await page.goto(address, { waitUntil: 'networkidle' })
  // A page without a list fails here, instead of silently missing from the medians.
  await page.locator(CARD).first().waitFor()
  const seen = await page.evaluate<Omit<Opening, 'requests' | 'kilobytes'>>('window.seen')
  const bytes = (await Promise.all(loaded)).reduce((sum, size) => sum + size, 0)
  await close()
  return { ...seen, requests: loaded.length, kilobytes: Math.round(bytes / 1000) }
}

function medians(runs: Opening[]): Opening {
  const of = (name: keyof Measured) =>
    runs.map((run) => run[name]).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN
  return {
    firstPaint: of('firstPaint'),
    largestPaint: of('largestPaint'),
    usable: of('usable'),
    requests: of('requests'),
    kilobytes: of('kilobytes'),
    largest: runs[0]?.largest ?? '',
  }
}

function report(rows: Row[]): void {
  console.table(
    rows.map(({ page, phone, firstPaint, largestPaint, usable, requests, kilobytes, largest }) => ({
      page,
      phone,
      'first paint ms': firstPaint,
      'LCP ms': largestPaint,
      'list usable ms': usable,
      requests,
      kB: kilobytes,
      'largest element': largest,
      [`LCP < ${GOAL_LCP_MS}`]: largestPaint < GOAL_LCP_MS ? 'reached' : 'missed',
    })),
  )
}
