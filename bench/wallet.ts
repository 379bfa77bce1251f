import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { launchChromium } from '../test/browser/chromium.ts'
import { type NamedPhone, openOften, type Row, renderedPage } from './load/open-page.ts'
import { CARD } from './load/slow-phone.ts'
import { saveResult } from './measure/save-result.ts'
import { startLongWallet } from './servers/long-wallet.ts'
import { serveSnapshot } from './servers/serve-snapshot.ts'

const PHONE: NamedPhone = { name: '4× slower, slow 4G', cpu: 4, kilobits: 1600, latencyMs: 150 }
const GOALS = { coldRatio: 1.4, againMs: 1_000, shift: 0.05 }
/** The other screens, the wallet and the service worker load in idle time after the first screen. */
const IDLE_MS = 6_000

/**
 * The time until a voucher of a wallet with 200 claims can be tapped, on a slow phone: with an empty cache beside a page
 * with the same HTML, styles and pictures but no scripts, on a second visit, and from home.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: '5' } } })
  const count = Number(values.runs)
  const service = await startLongWallet()
  const browser = await launchChromium()
  try {
    const link = (screen: string) => `${service.origin}/app/${screen}#token=${service.token}`
    const snapshot = await serveSnapshot(service.origin, await renderedPage(browser, link('wallet')))
    const visits = { phone: PHONE, count, address: link('wallet') }
    const visitBefore = async (page: Page) => {
      await page.goto(link('wallet'))
      await page.locator(CARD).first().waitFor()
      await page.waitForTimeout(IDLE_MS)
    }
    const rows: Row[] = [
      await openOften(browser, { ...visits, page: 'no script', address: `${snapshot.origin}/` }),
      await openOften(browser, { ...visits, page: 'first visit' }),
      await openOften(browser, { ...visits, page: 'second visit', visitBefore }),
      await openOften(browser, { ...visits, page: 'from home', address: link(''), tap: openWallet }),
    ]
    await snapshot.close()
    report(rows)
    await saveResult('wallet', { goals: GOALS, rows })
  } finally {
    await browser.close()
    await service.stop()
  }
}

async function openWallet(page: Page): Promise<void> {
  await page.waitForTimeout(IDLE_MS)
  await page.evaluate(`{
    const tab = [...document.querySelectorAll('.tabs button')].at(-1)
    Object.assign(window.seen, { usable: NaN, shift: 0, blocked: 0 })
    const since = performance.now()
    tab.click()
    watchCard(since, 'html:has(.wallet) ')
  }`)
}

function report(rows: Row[]): void {
  const floor = rows[0]?.usable ?? Number.NaN
  console.table(
    rows.map(({ page, usable, firstPaint, largestPaint, blocked, shift, requests, kilobytes, runs }) => ({
      page,
      'usable ms': usable,
      'of no script': (usable / floor).toFixed(2),
      'first paint ms': firstPaint,
      'LCP ms': largestPaint,
      'blocked ms': blocked,
      'layout shift': shift.toFixed(3),
      requests,
      kB: kilobytes,
      runs: runs.map((run) => run.usable).join(' '),
    })),
  )
}
