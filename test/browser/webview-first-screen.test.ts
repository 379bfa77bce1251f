import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMarket } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { uploadImage } from './catalogue.ts'
import { expectAccessible, openBrowsing, PHONE, SLOW_EFFECTS } from './visits.ts'

const browsing = await openBrowsing()
const { admin, as, origin, visit } = browsing
const market = openMarket(admin)
const partner = await onboardIssuer(browsing, { logoPath: await uploadImage(admin, [0x0a, 0x7d, 0x4b]) })
for (let n = 0; n < 20; n += 1) {
  await market.merchant({ name: `Place ${n}`, logoPath: await uploadImage(admin, [n, 0x3b, 0x1e]) })
}
const banner = await uploadImage(admin, [0xcc, 0x66, 0x22])
const featured = await market.merchant({ name: 'Featured place', bannerPath: banner })
await admin('PUT', '/admin/featured', { merchantIds: [featured.id] })

async function enter(claims: object) {
  const { page, requested } = await visit(`/app/#token=${partner.mint(claims)}`, { viewport: PHONE })
  await page.locator('.merchant').last().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  return { page, paths: () => requested.map((url) => url.slice(origin.length)) }
}

const FIRST_REQUESTS = ['/home', '/merchants?limit=20']
const picturesIn = (paths: string[]) =>
  paths.filter((path) => path.startsWith('/uploads/')).map((path) => path.split('?')[0])
const dataRequestsIn = (paths: string[]) => paths.filter((path) => !/^\/(?:app|uploads)\//.test(path)).sort()

test('the first screen fetches its data in two requests, each once', async () => {
  const { paths } = await enter({ sub: 'mei', displayName: 'Mei' })
  const ofScreen = dataRequestsIn(paths()).filter((path) => path !== '/me/wallet')
  expect(ofScreen).toEqual(FIRST_REQUESTS)
})

test('what is fetched ahead waits for the pictures of the screen, but at most 3 seconds', async () => {
  const { page } = await visit('/app/?lang=en', { viewport: PHONE })
  await page.route(`**${banner}*`, () => {})
  await page.goto(`${origin}/app/#token=${partner.mint({ sub: 'patient' })}`)
  const startOf = (path: string) =>
    page.evaluate<number>(`performance.getEntriesByName(origin + '${path}')[0]?.startTime ?? 0`)
  await expect.poll(() => startOf('/me/wallet'), { timeout: 15_000 }).toBeGreaterThan(3_000)
})

test('the first featured picture is fetched before any other, once, in the width of its card', async () => {
  const { paths } = await enter({ sub: 'mei' })
  await expect.poll(() => picturesIn(paths())[0]).toBe(banner)
  const requests = paths().filter((path) => path.startsWith(banner))
  expect(requests).toEqual([`${banner}?w=320`])
})

test('pictures far out of view are fetched only when scrolled near', async () => {
  const { page, paths } = await enter({ sub: 'mei' })
  await expect.poll(() => picturesIn(paths()).length).toBeGreaterThan(3)
  expect(picturesIn(paths()).length).toBeLessThan(15)
  await page.locator('.merchant').last().scrollIntoViewIfNeeded()
  await page.locator('.merchant').last().locator('img.logo').waitFor()
})

test('a token that arrives between the first render and its effects still opens the app', async () => {
  const { page } = await visit('/app/?lang=en', { viewport: PHONE })
  await page.addInitScript(SLOW_EFFECTS)
  await page.goto(`${origin}/app/`)
  await page.getByRole('heading', { name: 'Open your vouchers from your app' }).waitFor()
  await page.evaluate(`location.hash = 'token=${partner.mint({ sub: 'mei', displayName: 'Mei' })}'`)
  await page.getByRole('heading', { name: 'Hello, Mei' }).waitFor()
})

test('responses that arrive between the first render and its effects are still shown', async () => {
  const { page } = await visit('/app/?lang=en', { viewport: PHONE })
  await page.addInitScript(SLOW_EFFECTS)
  await page.goto(`${origin}/app/#token=${partner.mint({ sub: 'mei', displayName: 'Mei' })}`)
  await page.locator('.merchant').first().waitFor()
})

/** A page whose connection can be cut for files of this name, none of which has loaded yet. */
async function visitWithout(files: string, path: string, response: 'none' | 'gone' = 'none') {
  const visited = await visit('/app/?lang=en', { viewport: PHONE })
  const { page } = visited
  let isLost = true
  await page.route(`**/_assets/${files}`, (route) => {
    if (!isLost) return route.continue()
    return response === 'gone' ? route.fulfill({ status: 404 }) : route.abort()
  })
  visited.requested.length = 0
  await page.goto(origin + path)
  const regain = () => {
    isLost = false
  }
  return { ...visited, regain }
}

/** A mark that a reload of the page removes. */
const mark = (page: Page) => page.evaluate('window.isTheSamePage = true')
const isMarked = (page: Page) => page.evaluate('window.isTheSamePage === true')

test('the app fails to load: says so, and a retry loads it without a page reload, keeping the token', async () => {
  const token = partner.mint({ sub: 'mei', displayName: 'Mei' })
  const { page, regain } = await visitWithout('start-*', `/app/?lang=ms#token=${token}`)
  await page.getByRole('alert').getByRole('heading', { name: 'Tiada sambungan' }).waitFor()
  expect(page.url()).toBe(`${origin}/app/?lang=ms`)
  await mark(page)
  await page.getByRole('button', { name: 'Cuba lagi' }).click()
  await page.getByRole('heading', { name: 'Tiada sambungan' }).waitFor()
  regain()
  await page.getByRole('button', { name: 'Cuba lagi' }).click()
  await page.getByRole('heading', { name: 'Helo, Mei' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  // The styles had failed too, and the other screens share the chunk that loaded late.
  await expect
    .poll(() => page.evaluate('getComputedStyle(document.querySelector(".card")).borderRadius'))
    .not.toBe('0px')
  await page.getByRole('button', { name: 'Place 1', exact: true }).click()
  await page.getByRole('heading', { name: 'Place 1', level: 1 }).waitFor()
  expect(await isMarked(page)).toBe(true)
})

test('the first requests are sent before the app has loaded, and not repeated', async () => {
  const token = partner.mint({ sub: 'mei', displayName: 'Mei' })
  const { page, requested, regain } = await visitWithout('start-*.js', `/app/#token=${token}`)
  const paths = () => dataRequestsIn(requested.map((url) => url.slice(origin.length)))
  await expect.poll(paths).toEqual(FIRST_REQUESTS)
  await expect.poll(() => requested.map((url) => url.split('?')[0])).toContain(origin + banner)
  regain()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.merchant').last().waitFor({ state: 'attached' })
  expect(paths()).toEqual(FIRST_REQUESTS)
})

test('a linked screen: its data and its files are requested before the app has loaded', async () => {
  const token = partner.mint({ sub: 'mei', displayName: 'Mei' })
  const { requested } = await visitWithout('start-*.js', `/app/wallet#token=${token}`)
  const paths = () => requested.map((url) => url.slice(origin.length))
  await expect.poll(() => dataRequestsIn(paths())).toEqual(['/branding', '/me/wallet'])
  for (const file of [/wallet-screen-.*\.js$/, /wallet-screen-.*\.css$/, /parts-.*\.js$/])
    await expect.poll(paths).toContainEqual(expect.stringMatching(file))
})

test.each(['/app/', '/app/some-partner/'])(
  '%s: not even the first script loads: says so, and a retry reloads the page, keeping the token',
  async (path) => {
    const token = partner.mint({ sub: 'mei', displayName: 'Mei' })
    const { page, complaints, regain } = await visitWithout('main-*', `${path}?lang=ms#token=${token}`)
    await page.getByRole('alert').getByRole('heading', { name: 'Tiada sambungan' }).waitFor()
    await expectAccessible(page)
    regain()
    await page.getByRole('button', { name: 'Cuba lagi' }).click()
    await page.getByRole('heading', { name: 'Helo, Mei' }).waitFor()
    expect(page.url()).toBe(`${origin}${path}?lang=ms`)
    expect(complaints).toEqual([])
  },
)

test('an unsupported language: the load failure is shown in English', async () => {
  const { page } = await visitWithout('start-*', '/app/?lang=nb')
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await expectAccessible(page)
})

test('the app is gone after a new release: a retry reloads the page', async () => {
  const { page, requested, regain } = await visitWithout('start-*.js', '/app/', 'gone')
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await mark(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => isMarked(page)).toBe(false)
  expect(requested.filter((url) => url === `${origin}/app/`)).toHaveLength(2)
  // Waits until the new page has failed too. Otherwise it would load the app without a retry.
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  regain()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Open your vouchers from your app' }).waitFor()
})

test('a token that the host passes before the app has loaded is kept', async () => {
  const { page, regain } = await visitWithout('start-*.js', '/app/')
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await page.evaluate(`Counterfoil.setToken('${partner.mint({ sub: 'mei', displayName: 'Mei' })}')`)
  regain()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Hello, Mei' }).waitFor()
})

test('the script that sends the first requests fits into the first packets and does not wait for styles', async () => {
  const html: string = (await as(undefined)('GET', '/app/')).body
  const [script = '', path = ''] = html.match(/<script [^>]*src="([^"]+)"/) ?? []
  expect(script).toContain(' async ')
  const { headers } = await as(undefined)('GET', path, undefined, { 'accept-encoding': 'br' })
  expect(Number(headers['content-length'])).toBeLessThan(1_400)
})
