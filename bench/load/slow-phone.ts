import type { Browser, Page } from 'playwright-core'

export type Slowness = { cpu: number; kilobits: number; latencyMs: number }

/** The first offer on the home screen: the button that opens its merchant. */
export const CARD = 'main h3 button'

/** Runs in the page from its start. Records when the page was painted and when the first card could be tapped. */
export const OBSERVER = `{
  const seen = window.seen = { firstPaint: NaN, largestPaint: NaN, usable: NaN, largest: '' }
  const observe = (type, record) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = Math.round(startTime)
  })
  observe('largest-contentful-paint', ({ startTime, element }) => {
    seen.largestPaint = Math.round(startTime)
    seen.largest = element ? element.tagName.toLowerCase() + (element.className && '.' + element.className) : ''
  })
  const check = () => {
    const card = document.querySelector('${CARD}')
    const { left, top, width, height } = card?.getBoundingClientRect() ?? { width: 0 }
    if (width > 0 && document.elementFromPoint(left + width / 2, top + height / 2)?.closest('button') === card) {
      seen.usable = Math.round(performance.now())
    } else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}`

/** A phone with an empty cache. `slowness` null: as fast as this machine. */
export async function openPhone(
  browser: Browser,
  slowness: Slowness | null,
): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
  })
  const page = await context.newPage()
  if (slowness) {
    const session = await context.newCDPSession(page)
    const bytesPerSecond = (slowness.kilobits * 1000) / 8
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slowness.latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness.cpu })
  }
  return { page, close: () => context.close() }
}
