import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { AxeResults } from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import type { Config } from '../../src/platform/config.ts'
import { createHarness, type Harness } from '../support/harness.ts'
import { type ContextOptions, openContexts } from './contexts.ts'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** The host of the test merchants' pictures. Requests to it fail: see the arguments in chromium.ts. */
const PICTURE_HOST = 'https://img.example.com/'
export const PHONE = { width: 360, height: 740 }
/** A script: how much is in `localStorage`, besides the mark that a wallet is kept for the time without a connection. */
export const STORED_COUNT = "Object.keys(localStorage).filter((key) => key !== 'counterfoil-kept').length"
export const DESK = { width: 1280, height: 800 }
/** Without animations, because each frame costs CPU time. */
const USUAL = { locale: 'en-GB', reducedMotion: 'reduce' } as const

export type Visit = {
  page: Page
  /** Every URL that the page requested. */
  requested: string[]
  /** Console errors: script errors and content policy violations. */
  complaints: string[]
}

/** `at`: the page's time, if it differs from this machine's. */
export type VisitOptions = ContextOptions & { at?: Date }

export type Browsing = Harness & {
  origin: string
  visit(path: string, options?: VisitOptions): Promise<Visit>
}

/** Builds the web apps, starts the service, at `publicUrl` if it is given, and opens a browser. */
export async function openBrowsing(changes: Partial<Config> = {}): Promise<Browsing> {
  await buildWebApps()
  const harness = await createHarness(changes)
  const origin = await listen(harness, changes.publicUrl)
  const contexts = openContexts(origin)
  const borrowed: BrowserContext[] = []
  const giveBackFrom = async (first: number) => {
    for (const context of borrowed.splice(first)) await contexts.giveBack(context)
  }
  // Pages are closed after each test: an open page would keep refreshing.
  let openBefore = 0
  beforeEach(() => {
    openBefore = borrowed.length
  })
  afterEach(() => giveBackFrom(openBefore))
  afterAll(contexts.closeMost)

  const visit = async (
    path: string,
    { at, viewport, colorScheme, reducedMotion, ...options }: VisitOptions = {},
  ): Promise<Visit> => {
    const screen = options.isMobile ? PHONE : DESK
    const context = await contexts.borrow({ ...USUAL, viewport: screen, ...options })
    borrowed.push(context)
    const page = await context.newPage()
    // Set on the page, not on its context, so that the next visit can use the context too.
    if (viewport && viewport !== screen) await page.setViewportSize(viewport)
    if (colorScheme) await page.emulateMedia({ colorScheme })
    if (reducedMotion) await page.emulateMedia({ reducedMotion })
    if (at) await moveTo(page, at)
    const requested: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      // The browser also logs failed requests, which are no script errors.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        complaints.push(message.text())
      }
    })
    await page.goto(origin + path)
    return { page, requested, complaints }
  }
  return { ...harness, origin, visit }
}

/** Files that run in the same worker use one address, one after another, since the browser caches scripts by address. */
let usualPort = 0

async function listen({ server }: Harness, publicUrl: string | undefined): Promise<string> {
  const at = (port: number) => server.listen({ port, host: '127.0.0.1' })
  if (publicUrl !== undefined) {
    await at(Number(new URL(publicUrl).port))
    return publicUrl
  }
  // Another process may have got the port in the meantime.
  const origin = await at(usualPort).catch(() => at(0))
  usualPort = Number(new URL(origin).port)
  return origin
}

/**
 * Makes what the page has loaded older. Only the date moves: with a new clock of the whole page, a tap could count as the
 * second one of a double tap.
 */
export const age = (page: Page, ms: number): Promise<void> =>
  page.evaluate((by) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + by
  }, ms)

/** Sets the phone's clock and the Date header of the server's responses: the page uses both. */
async function moveTo(page: Page, at: Date): Promise<void> {
  await page.clock.install({ time: at })
  await page.route(/^http:/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), date: at.toUTCString() } })
  })
}

/** The web apps are built once for all files of a worker. */
let built: Promise<unknown> | null = null

function buildWebApps(): Promise<unknown> {
  built ??= promisify(execFile)(process.execPath, ['scripts/build-web.mjs'])
  return built
}

/** These rules find only minor and moderate problems, which do not fail a test. */
const MODERATE_RULES = [
  ...['aria-allowed-role', 'aria-deprecated-role', 'empty-table-header', 'form-field-multiple-labels'],
  ...['heading-order', 'html-xml-lang-mismatch', 'image-redundant-alt', 'landmark-banner-is-top-level'],
  ...['landmark-contentinfo-is-top-level', 'landmark-main-is-top-level', 'landmark-no-duplicate-banner'],
  ...['landmark-no-duplicate-contentinfo', 'landmark-no-duplicate-main', 'landmark-one-main'],
  ...['landmark-unique', 'meta-viewport-large', 'no-autoplay-audio', 'page-has-heading-one'],
  ...['presentation-role-conflict', 'region', 'server-side-image-map', 'skip-link', 'table-duplicate-name'],
]
/** Only violations are read, without selectors. Frames have no axe, and no serious rule needs preloaded files. */
const AXE_OPTIONS = {
  ...{ resultTypes: ['violations'], selectors: false, iframes: false, preload: false },
  rules: Object.fromEntries(MODERATE_RULES.map((id) => [id, { enabled: false }])),
}

/** Waits for fade-ins and for a change of the color scheme: axe must see the final colors. */
const SETTLED = `(async () => {
  const nextFrame = () => new Promise(requestAnimationFrame)
  await nextFrame()
  await nextFrame()
  const ending = document.getAnimations().filter((one) => one.effect.getTiming().iterations === 1)
  await Promise.all(ending.map((one) => one.finished.catch(() => {})))
})()`

/**
 * Checks the axe rules: those whose violation is serious, or the given ones. `evaluate` bypasses the content policy, as the
 * browser's own tools do.
 */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE)
  await page.evaluate(SETTLED)
  const options = { ...AXE_OPTIONS, ...(rules && { runOnly: rules, rules: {} }) }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  const serious = violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || rules?.includes(id))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    )
  expect(serious).toEqual([])
}

/** Leaves the page in the other color scheme: switching back would cost another repaint. */
export async function expectAccessibleInLightAndDark(page: Page): Promise<void> {
  await expectAccessible(page)
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  // The other rules do not depend on colors.
  await expectAccessible(page, ['color-contrast'])
}

/** Holds something back until the test releases it. */
export function hold(): { until: Promise<void>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { until: promise, release: resolve }
}

/** Delays effects by 1.5 s after the render. */
export const SLOW_EFFECTS = `{
  const [later, frame] = [window.setTimeout, window.requestAnimationFrame]
  window.setTimeout = (run, ms = 0, ...rest) => later(run, ms <= 100 ? ms + 1500 : ms, ...rest)
  window.requestAnimationFrame = (run) => later(() => frame(run), 1500)
}`

/** No request went to another host, except for pictures of merchants, and there are no console errors. */
export function expectQuiet({ requested, complaints }: Visit, origin: string): void {
  const expected = [`${origin}/`, 'data:', PICTURE_HOST]
  expect(requested.filter((url) => !expected.some((start) => url.startsWith(start)))).toEqual([])
  expect(complaints).toEqual([])
}
