import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onboardIssuer } from '../support/tokens.ts'
import { enterCatalogue } from './catalogue.ts'
import { openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const { admin, clock, origin, visit } = browsing
const { kopi, bakery } = await enterCatalogue(admin)
const HOST = 'https://app.acme.example'
const SERVICE = 'https://vouchers.example'
const HOST_PAGE = `<!doctype html>
  <iframe name="vouchers" src="${SERVICE}/app/acme-pay/" style="width: 340px; height: 700px"></iframe>
  <script>
    let isSilent = true
    addEventListener('message', async ({ source, data }) => {
      if (data.type !== 'counterfoil:token-needed' || isSilent) return
      source.postMessage({ type: 'counterfoil:token', token: await mint() }, '${SERVICE}')
    })
  </script>`
const partner = await onboardIssuer(browsing, { slug: 'acme-pay', frameAncestors: [HOST] })
const phone = { viewport: PHONE, hasTouch: true, isMobile: true }
const HOUR_MS = 3_600_000

/** Acts as the host's native side: an interface, present before the page loads, that passes tokens from `mint`. */
async function withHost(
  bridge: string,
  mint: () => string | null,
  { first = partner.mint(), before = async (_: Page) => {} } = {},
) {
  const { page } = await visit('/app/', phone)
  let requestCount = 0
  await page.exposeFunction('askNative', () => {
    requestCount += 1
    return mint()
  })
  await page.addInitScript(`
    const renew = () => askNative().then((token) => token && Counterfoil.setToken(token))
    ${bridge}
  `)
  await before(page)
  await page.goto(`${origin}/app/?#token=${first}`)
  return { page, requestCount: () => requestCount }
}
const ANDROID = 'window.CounterfoilHost = { requestToken: renew }'
const IOS =
  'window.webkit = { messageHandlers: { counterfoil: { postMessage: ({ type }) => type === "token-needed" && renew() } } }'

const openPlace = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const placeIsOpen = (page: Page) => page.getByRole('heading', { name: 'Outlets' }).waitFor()

test('a token is renewed shortly before it expires: no 401, nothing visible', async () => {
  const later = partner.mint({ exp: clock.now.getTime() / 1000 + 24 * 3600 })
  const { page, requestCount } = await withHost(ANDROID, () => later, {
    before: (page) => page.clock.install(),
  })
  const refused: string[] = []
  page.on('response', (response) => response.status() === 401 && refused.push(response.url()))
  await page.getByRole('heading', { name: kopi.name }).waitFor()
  expect(requestCount()).toBe(0)
  // It is half a minute before the token expires.
  await page.clock.fastForward(HOUR_MS - 30_000)
  await expect.poll(requestCount).toBe(1)
  expect(refused).toEqual([])
  await page.getByRole('heading', { name: kopi.name }).waitFor()
})

test.each([
  ['Android', ANDROID],
  ['iOS', IOS],
])('%s: after a 401 the host is asked once, and the screen continues', async (_name, bridge) => {
  const { page, requestCount } = await withHost(bridge, () => partner.mint())
  await page.getByRole('heading', { name: kopi.name }).waitFor()
  clock.advance(2 * HOUR_MS)
  await openPlace(page, kopi.name)
  await placeIsOpen(page)
  expect(requestCount()).toBe(1)
  expect(page.url()).toBe(`${origin}/app/merchants/${kopi.id}`)
})

test('a host that does not answer: says that the session ended; a late token continues where the user was', async () => {
  const { page, requestCount } = await withHost(ANDROID, () => null)
  await openPlace(page, kopi.name)
  await placeIsOpen(page)
  clock.advance(2 * HOUR_MS)
  await page.getByRole('button', { name: `Add ${kopi.name} to favorites` }).click()
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
  expect(requestCount()).toBe(1)
  await page.evaluate(`Counterfoil.setToken('${partner.mint()}')`)
  await placeIsOpen(page)
  // The request was retried with the new token.
  await expect
    .poll(async () => (await browsing.as(partner.mint())('GET', '/me/favorites')).body.length)
    .toBe(1)
})

test('another user’s token: the app starts over', async () => {
  const { page } = await withHost(ANDROID, () => null, { first: partner.mint({ displayName: 'Mei Tan' }) })
  await openPlace(page, kopi.name)
  await placeIsOpen(page)
  await page.evaluate(`Counterfoil.setToken('${partner.mint({ sub: 'user-43', displayName: 'Aziz' })}')`)
  await page.getByRole('heading', { name: 'Hello, Aziz' }).waitFor()
  // The favorite belonged to the other user.
  await page.getByRole('button', { name: `Add ${kopi.name} to favorites` }).waitFor()
  expect(await page.getByText('Mei Tan').count()).toBe(0)
})

test('a request that waits for a token is never retried in the name of another user', async () => {
  const { page } = await withHost(ANDROID, () => partner.mint({ sub: 'user-44' }))
  await page.getByRole('heading', { name: bakery.name }).waitFor()
  const responses: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST') responses.push(response.status())
  })
  clock.advance(2 * HOUR_MS)
  await page.getByRole('button', { name: `Add ${bakery.name} to favorites` }).click()
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  await page.getByRole('button', { name: `Add ${bakery.name} to favorites` }).waitFor()
  // This is longer than the app waits for the host.
  await page.waitForTimeout(6_500)
  expect(responses).toEqual([401])
})

test('in a frame: asks the host by message, and accepts tokens only from the host', async () => {
  const { page } = await visit('/app/', phone)
  await page.exposeFunction('mint', () => partner.mint({ displayName: 'Mei Tan' }))
  // Hosts must use https. The service itself answers at this address, with its content policy.
  await page.route(`${SERVICE}/**`, async (route) => {
    const url = route.request().url().replace(SERVICE, origin)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page.route(`${HOST}/`, (route) => route.fulfill({ contentType: 'text/html', body: HOST_PAGE }))
  await page.goto(`${HOST}/`)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Open your vouchers from your app' }).waitFor()
  const intruder = partner.mint({ displayName: 'Intruder' })
  await page
    .frame('vouchers')
    ?.evaluate(`postMessage({ type: 'counterfoil:token', token: '${intruder}' }, '*')`)
  await page.evaluate('isSilent = false')
  await frame.getByRole('button', { name: 'Try again' }).click()
  await frame.getByRole('heading', { name: 'Hello, Mei Tan' }).waitFor()
})
