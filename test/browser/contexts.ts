import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { testBrowser } from './chromium.ts'

/** `cookies`: the cookies that the context starts with. */
export type ContextOptions = Omit<BrowserContextOptions, 'storageState'> & {
  cookies?: Parameters<BrowserContext['addCookies']>[0]
}

type Lent = {
  context: BrowserContext
  origin: string
  traits: BrowserContextOptions
  /** Stays open, so that the renderer process outlives the pages of a test. */
  keeper: Page
  devtools: CDPSession
  isFree: boolean
}

/** All storage types except the HTTP cache, which holds the app's scripts. */
const STORED = 'local_storage,indexeddb,cache_storage,service_workers,file_systems'
/** Each context has a process, so a worker keeps only a few for its next file. */
const MAX_KEPT = 3
const lent: Lent[] = []

/**
 * Lends contexts for pages of an origin, and empties those that are given back. The pages of a context share a renderer
 * process, which keeps the app's scripts fetched and compiled. A page in a new context would start both again.
 */
export function openContexts(origin: string) {
  // Cookies, position and permissions can be set later. They are not traits, so that a context fits more tests.
  const borrow = async ({
    cookies = [],
    geolocation,
    permissions,
    ...traits
  }: ContextOptions): Promise<BrowserContext> => {
    const key = JSON.stringify(traits)
    const isFit = (one: Lent) => one.isFree && one.origin === origin && JSON.stringify(one.traits) === key
    const { context } = Object.assign(lent.find(isFit) ?? (await open(origin, traits)), { isFree: false })
    await context.addCookies(cookies)
    if (geolocation) await context.setGeolocation(geolocation)
    if (permissions) await context.grantPermissions(permissions)
    return context
  }
  return { borrow, giveBack, closeMost }
}

async function open(origin: string, traits: BrowserContextOptions): Promise<Lent> {
  // A worker would answer requests that a test wants to see.
  const context = await (await testBrowser()).newContext({ serviceWorkers: 'block', ...traits })
  const keeper = await context.newPage()
  await keeper.goto(`${origin}/healthz`)
  const devtools = await context.newCDPSession(keeper)
  const opened = { context, origin, traits, keeper, devtools, isFree: false }
  lent.push(opened)
  context.on('close', () => lent.splice(lent.indexOf(opened), 1))
  return opened
}

async function giveBack(context: BrowserContext): Promise<void> {
  const found = lent.find((one) => one.context === context)
  // A test may have closed it.
  if (found === undefined) return
  await closePages(found)
  if (await hasOtherClock(found)) return context.close()
  await empty(found)
  lent.push(...lent.splice(lent.indexOf(found), 1))
  found.isFree = true
}

/** Runs at the end of a file. Keeps the contexts that were used last. */
async function closeMost(): Promise<void> {
  for (const { context, isFree } of [...lent]) if (!isFree) await giveBack(context)
  for (const { context } of lent.slice(0, -MAX_KEPT)) await context.close()
}

/** Requests that a test still holds fail when the page closes. That is not a test failure. */
async function closePages({ context, keeper }: Lent): Promise<void> {
  for (const page of context.pages().filter((one) => one !== keeper)) {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.close()
  }
}

/** A clock that a test installs in one page applies to all pages of the context and cannot be removed. */
const hasOtherClock = ({ keeper }: Lent) => keeper.evaluate<boolean>('!/native code/.test(setTimeout)')

async function empty({ context, origin, traits, devtools }: Lent): Promise<void> {
  await context.unrouteAll()
  await context.setOffline(traits.offline ?? false)
  await context.setGeolocation(null)
  await context.clearPermissions()
  await context.clearCookies()
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED })
}
