import type { Browser, Page } from 'playwright-core'
import { CARD, OBSERVER, openPhone, type Slowness } from './slow-phone.ts'

/** Times in milliseconds since the link was tapped, and what was loaded for the first screen. */
type Measured = Record<
  'firstPaint' | 'largestPaint' | 'usable' | 'blocked' | 'shift' | 'requests' | 'kilobytes',
  number
>
export type Opening = Measured & { largest: string }
export type Row = { page: string; phone: string } & Opening & { runs: Opening[] }
export type NamedPhone = Slowness & { name: string }

export type Visits = {
  page: string
  address: string
  phone: NamedPhone
  count: number
  /** An earlier visit, on a fast connection. */
  visitBefore?: (page: Page) => Promise<void>
  /** Runs on the open page, and the time until a card can be tapped begins there. */
  tap?: (page: Page) => Promise<void>
}

/** Opens the address several times. The row has the medians. */
export async function openOften(browser: Browser, visits: Visits): Promise<Row> {
  const runs: Opening[] = []
  for (let n = 0; n < visits.count; n += 1) runs.push(await open(browser, visits))
  return { page: visits.page, phone: visits.phone.name, ...medians(runs), runs }
}

/** The page as it is once everything has loaded, without its scripts. */
export async function renderedPage(browser: Browser, link: string): Promise<string> {
  const { page, close } = await openPhone(browser, null)
  await page.goto(link)
  await page.locator(CARD).first().waitFor()
  await page.waitForLoadState('networkidle')
  const html = await page.content()
  await close()
  return html.replaceAll(/<script\b.*?<\/script>|<link rel="(?:module)?preload"[^>]*>/gs, '')
}

async function open(browser: Browser, { address, phone, visitBefore, tap }: Visits): Promise<Opening> {
  const { page, slowDown, close } = await openPhone(browser, phone, visitBefore)
  const loaded: Promise<number>[] = []
  page.on('requestfinished', (request) =>
    loaded.push(request.sizes().then((sizes) => sizes.responseBodySize + sizes.responseHeadersSize)),
  )
  await page.addInitScript(OBSERVER)
  if (!tap) await slowDown()
  await page.goto(address, { waitUntil: 'networkidle' })
  // A page without a list fails here, instead of silently missing from the medians.
  await page.locator(CARD).first().waitFor()
  if (tap) {
    await slowDown()
    await tap(page)
    await page.locator(CARD).first().waitFor()
    await page.waitForLoadState('networkidle')
  }
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
    blocked: of('blocked'),
    shift: of('shift'),
    requests: of('requests'),
    kilobytes: of('kilobytes'),
    largest: runs[0]?.largest ?? '',
  }
}
