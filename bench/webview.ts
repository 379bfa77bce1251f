import { parseArgs } from 'node:util'
import { startDemoService } from '../scripts/demo-service.ts'
import { launchChromium } from '../test/browser/chromium.ts'
import { type NamedPhone, openOften, type Row, renderedPage } from './load/open-page.ts'
import { saveResult } from './measure/save-result.ts'
import { serveSnapshot } from './servers/serve-snapshot.ts'

const GOAL_LCP_MS = 2_500

const PHONES: NamedPhone[] = [
  { name: '4× slower, slow 4G', cpu: 4, kilobits: 1600, latencyMs: 150 },
  { name: '4× slower, slow 3G', cpu: 4, kilobits: 400, latencyMs: 400 },
  { name: 'full speed, slow 3G', cpu: 1, kilobits: 400, latencyMs: 400 },
]

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
