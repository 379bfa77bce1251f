import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'
import { launchChromium } from './chromium.ts'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
export const PHONE = { width: 360, height: 740 }
export const DESK = { width: 1280, height: 800 }

export type Visit = {
  page: Page
  /** Every address that the page asked for. */
  requested: string[]
  /** What the browser complained of: faults of scripts, breaches of the content policy. */
  complaints: string[]
}

/** `at`: what time it is for the page, when it is not the time of this machine. */
export type VisitOptions = BrowserContextOptions & { at?: Date }

export type Browsing = Harness & {
  origin: string
  visit(path: string, options?: VisitOptions): Promise<Visit>
}

/** One browser for all files of a worker; it ends with the worker. Files have contexts of their own. */
let launched: Promise<Browser> | null = null

/** The app as it is served, the web apps as they are built, and a browser before them. */
export async function openBrowsing(): Promise<Browsing> {
  await buildWebApps()
  const harness = await createHarness()
  const contexts: BrowserContext[] = []
  afterAll(async () => {
    for (const context of contexts) await leave(context)
  })
  const origin = await harness.server.listen({ port: 0, host: '127.0.0.1' })

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
      // A refused request is told to the console too, and is no fault of the page.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        complaints.push(message.text())
      }
    })
    await page.goto(origin + path)
    return { page, requested, complaints }
  }
  return { ...harness, origin, visit }
}

/** The clock of the phone, and the one of the server as its answers tell it: the page goes by both. */
async function moveTo(page: Page, at: Date): Promise<void> {
  await page.clock.install({ time: at })
  await page.route('**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), date: at.toUTCString() } })
  })
}

/** What is still on its way through a route of the test fails with the page, and that is no fault of the test. */
export async function leave(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

async function buildWebApps(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build-web.mjs'])
}

/** By the rules of axe, run past the content policy: as the browser's own tools do, not as a script of the page. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE)
  // What fades in is judged when it is there.
  await page.evaluate(
    'Promise.all(document.getAnimations().filter((a) => a.effect.getTiming().iterations === 1).map((a) => a.finished.catch(() => {})))',
  )
  const { violations } = await page.evaluate<AxeResults>('axe.run()')
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    )
  expect(serious).toEqual([])
}

export async function expectAccessibleInBothLights(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Something that waits until it is let go: what a test is about stays on the screen as long as the test looks. */
export function hold(): { until: Promise<void>; letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { until: promise, letGo: resolve }
}

/** Leaves a second and a half between a drawing and its effects. */
export const SLOW_EFFECTS = `{
  const [later, frame] = [window.setTimeout, window.requestAnimationFrame]
  window.setTimeout = (run, ms = 0, ...rest) => later(run, ms <= 100 ? ms + 1500 : ms, ...rest)
  window.requestAnimationFrame = (run) => later(() => frame(run), 1500)
}`

/** Nothing was asked of another host, and the browser has nothing to complain of. */
export function expectQuiet({ requested, complaints }: Visit, origin: string): void {
  expect(requested.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))).toEqual([])
  expect(complaints).toEqual([])
}
