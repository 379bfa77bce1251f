import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import type { Config } from '../../src/platform/config.ts'
import { createHarness, type Harness } from '../harness.ts'
import { launchChromium } from './chromium.ts'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** Where merchants of the tests host their pictures. Never reached: see the arguments in chromium.ts. */
const PICTURE_HOST = 'https://img.example.com/'
export const PHONE = { width: 360, height: 740 }
export const DESK = { width: 1280, height: 800 }

export type Visit = {
  page: Page
  /** Every URL that the page requested. */
  requested: string[]
  /** Console errors: script errors and content policy violations. */
  complaints: string[]
}

/** `at`: the page's time, if it differs from this machine's. */
export type VisitOptions = BrowserContextOptions & { at?: Date }

export type Browsing = Harness & {
  origin: string
  visit(path: string, options?: VisitOptions): Promise<Visit>
}

/** All files of a worker share one browser, which ends with the worker. Each file opens its own contexts. */
let launched: Promise<Browser> | null = null

/** Builds the web apps, starts the service, at `publicUrl` if it is given, and opens a browser. */
export async function openBrowsing(changes: Partial<Config> = {}): Promise<Browsing> {
  await buildWebApps()
  const harness = await createHarness(changes)
  const contexts: BrowserContext[] = []
  const leaveFrom = async (first: number) => {
    for (const context of contexts.splice(first)) await leave(context)
  }
  // An open page goes on working: it refreshes what it shows.
  let openBefore = 0
  beforeEach(() => {
    openBefore = contexts.length
  })
  afterEach(() => leaveFrom(openBefore))
  afterAll(() => leaveFrom(0))
  const port = changes.publicUrl === undefined ? 0 : Number(new URL(changes.publicUrl).port)
  const listening = await harness.server.listen({ port, host: '127.0.0.1' })
  const origin = changes.publicUrl ?? listening

  const visit = async (path: string, { at, ...options }: VisitOptions = {}): Promise<Visit> => {
    launched ??= launchChromium()
    const context = await (await launched).newContext({ viewport: DESK, locale: 'en-GB', ...options })
    contexts.push(context)
    const page = await context.newPage()
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

/** Sets the phone's clock and the Date header of the server's responses: the page uses both. */
async function moveTo(page: Page, at: Date): Promise<void> {
  await page.clock.install({ time: at })
  await page.route(/^http:/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), date: at.toUTCString() } })
  })
}

/** Requests still held by a route of the test fail when the page closes. That is no test failure. */
export async function leave(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

async function buildWebApps(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build-web.mjs'])
}

/** Checks the axe rules. `evaluate` bypasses the content policy, as the browser's own tools do. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  await page.evaluate(AXE)
  // Wait for fade-ins, so that axe sees the final colors.
  await page.evaluate(
    'Promise.all(document.getAnimations().filter((a) => a.effect.getTiming().iterations === 1).map((a) => a.finished.catch(() => {})))',
  )
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    )
  expect(serious).toEqual([])
}

export async function expectAccessibleInLightAndDark(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  // The other rules do not depend on colors.
  await expectAccessible(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
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
