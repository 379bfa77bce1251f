import type { BrowserContext } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openContexts } from './contexts.ts'

const { server } = await createHarness()
const origin = await server.listen({ port: 0, host: '127.0.0.1' })
const { borrow, giveBack, closeMost } = openContexts(origin)
afterAll(closeMost)

const openPage = async (context: BrowserContext) => {
  const page = await context.newPage()
  await page.goto(`${origin}/healthz`)
  return page
}
/** Everything that a page of a test could leave behind. */
const FOUND = `(async () => ({
  stored: [document.cookie, localStorage.length, sessionStorage.length, (await indexedDB.databases()).length],
  caches: await caches.keys(),
  isOnLine: navigator.onLine,
  location: (await navigator.permissions.query({ name: 'geolocation' })).state,
}))()`
const NOTHING = { stored: ['', 0, 0, 0], caches: [], isOnLine: true, location: 'prompt' }

test('a returned context is lent again, without anything that the previous test left in it', async () => {
  const before = await borrow({ locale: 'en-GB' })
  const page = await openPage(before)
  expect(await page.evaluate(FOUND)).toEqual(NOTHING)
  await page.evaluate(`Promise.all([
    document.cookie = 'left=behind',
    localStorage.setItem('left', 'behind'),
    sessionStorage.setItem('left', 'behind'),
    new Promise((resolve) => { indexedDB.open('left').onsuccess = resolve }),
    caches.open('left'),
  ])`)
  await before.grantPermissions(['geolocation'])
  await before.route('**/healthz', (route) => route.abort())
  await before.setOffline(true)
  expect(await page.evaluate(FOUND)).not.toEqual(NOTHING)
  const other = await borrow({ locale: 'en-GB' })
  expect(other).not.toBe(before)
  await giveBack(before)

  expect(page.isClosed()).toBe(true)
  expect(await borrow({ locale: 'ms' })).not.toBe(before)
  const after = await borrow({ locale: 'en-GB' })
  expect(after).toBe(before)
  expect(await (await openPage(after)).evaluate(FOUND)).toEqual(NOTHING)
})

test('a position and the permission to read it are lent with a context, and taken back', async () => {
  const geolocation = { latitude: 3.1579, longitude: 101.7116 }
  const before = await borrow({ locale: 'fr', geolocation, permissions: ['geolocation'] })
  expect(await (await openPage(before)).evaluate(FOUND)).toMatchObject({ location: 'granted' })
  await giveBack(before)
  const after = await borrow({ locale: 'fr' })
  expect(after).toBe(before)
  expect(await (await openPage(after)).evaluate(FOUND)).toEqual(NOTHING)
})

test('a context whose clock was changed is closed, and not lent again', async () => {
  const before = await borrow({ locale: 'de' })
  const page = await openPage(before)
  await page.clock.install({ time: 0 })
  await giveBack(before)
  const after = await borrow({ locale: 'de' })
  expect(after).not.toBe(before)
  expect(await (await openPage(after)).evaluate<number>('Date.now()')).toBeGreaterThan(1e12)
})
