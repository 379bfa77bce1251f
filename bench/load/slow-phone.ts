import type { Browser, CDPSession, Page } from 'playwright-core'

export type Slowness = { cpu: number; kilobits: number; latencyMs: number }

/** The first record of a list: the button that opens a merchant of home, or a voucher of the wallet. */
export const CARD = 'main h3 button'

/**
 * Runs in the page from its start. Records when the page was painted, when the first card could be tapped, how far the
 * layout has shifted, and for how long tasks of more than 50 ms blocked taps.
 */
export const OBSERVER = `{
  const seen = window.seen = { firstPaint: NaN, largestPaint: NaN, usable: NaN, shift: 0, blocked: 0, largest: '' }
  const observe = (type, record) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = Math.round(startTime)
  })
  observe('largest-contentful-paint', ({ startTime, element }) => {
    seen.largestPaint = Math.round(startTime)
    seen.largest = element ? element.tagName.toLowerCase() + (element.className && '.' + element.className) : ''
  })
  observe('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value
  })
  observe('longtask', ({ duration }) => {
    seen.blocked += Math.round(duration) - 50
  })
  window.watchCard = (since = 0, within = '') => {
    const check = () => {
      const card = document.querySelector(within + '${CARD}')
      const { left, top, width, height } = card?.getBoundingClientRect() ?? { width: 0 }
      if (width > 0 && document.elementFromPoint(left + width / 2, top + height / 2)?.closest('button') === card) {
        seen.usable = Math.round(performance.now() - since)
      } else requestAnimationFrame(check)
    }
    requestAnimationFrame(check)
  }
  watchCard()
}`

export type Phone = { page: Page; slowDown(): Promise<void>; close(): Promise<void> }

/**
 * A phone with an empty cache. `slowness` null: as fast as this machine. `visitBefore` runs on its own page, before the
 * phone becomes slow: the measured page then finds what that page has left on the phone.
 */
export async function openPhone(
  browser: Browser,
  slowness: Slowness | null,
  visitBefore?: (page: Page) => Promise<void>,
): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
  })
  if (visitBefore) {
    const before = await context.newPage()
    await visitBefore(before)
    await before.close()
  }
  const page = await context.newPage()
  const slowDown = async () => {
    if (!slowness) return
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', conditions(slowness))
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness.cpu })
    await slowWorkers(browser, slowness)
  }
  return { page, slowDown, close: () => context.close() }
}

const conditions = ({ kilobits, latencyMs }: Slowness) => {
  const bytesPerSecond = (kilobits * 1000) / 8
  return {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  }
}

/** A service worker requests pages and pictures itself, and the slowness of the page does not reach it. */
async function slowWorkers(browser: Browser, slowness: Slowness): Promise<void> {
  // The browser's session sends messages of other sessions, which its types do not know.
  const session = (await browser.newBrowserCDPSession()) as unknown as {
    send(method: string, params?: object): Promise<{ targetInfos: Target[]; sessionId: string }>
  } & Pick<CDPSession, 'detach'>
  const { targetInfos } = await session.send('Target.getTargets')
  for (const { type, targetId } of targetInfos) {
    if (type !== 'service_worker') continue
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
    const message = { id: 1, method: 'Network.emulateNetworkConditions', params: conditions(slowness) }
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify(message) })
  }
}

type Target = { type: string; targetId: string }
