import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMarket } from '../market.ts'
import { onboardIssuer } from '../tokens.ts'
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
  return { page, asked: () => requested.map((url) => url.slice(origin.length)) }
}

const FIRST_ANSWERS = ['/branding', '/categories', '/merchants?featured=true&limit=8', '/merchants?limit=20']
const picturesIn = (asked: string[]) => asked.filter((path) => path.startsWith('/uploads/'))
const answersIn = (asked: string[]) => asked.filter((path) => !/^\/(?:app|uploads)\//.test(path)).sort()

test('what the first screen shows is asked for once; a user whom the token names is not', async () => {
  const { asked } = await enter({ sub: 'mei', displayName: 'Mei' })
  expect(answersIn(asked())).toEqual(FIRST_ANSWERS)
})

test('the first featured picture is asked for before any other', async () => {
  const { asked } = await enter({ sub: 'mei' })
  await expect.poll(() => picturesIn(asked())[0]).toBe(banner)
})

test('a user whom the token does not name is asked for', async () => {
  const { asked } = await enter({ sub: 'nobody', displayName: undefined })
  await expect.poll(() => asked().filter((path) => path === '/me')).toEqual(['/me'])
})

test('pictures far out of sight are not fetched, and come as one gets near', async () => {
  const { page, asked } = await enter({ sub: 'mei' })
  await expect.poll(() => picturesIn(asked()).length).toBeGreaterThan(3)
  expect(picturesIn(asked()).length).toBeLessThan(15)
  await page.locator('.merchant').last().scrollIntoViewIfNeeded()
  await page.locator('.merchant').last().locator('img.logo').waitFor()
})

test('a token that comes between the first drawing and its effects opens the door all the same', async () => {
  const { page } = await visit('/app/?lang=en', { viewport: PHONE })
  await page.addInitScript(SLOW_EFFECTS)
  await page.goto(`${origin}/app/`)
  await page.getByRole('heading', { name: 'Open your vouchers from your app' }).waitFor()
  await page.evaluate(`location.hash = 'token=${partner.mint({ sub: 'mei', displayName: 'Mei' })}'`)
  await page.getByRole('heading', { name: 'Hello, Mei' }).waitFor()
})

test('answers that come between the first drawing and its effects are shown all the same', async () => {
  const { page } = await visit('/app/?lang=en', { viewport: PHONE })
  await page.addInitScript(SLOW_EFFECTS)
  await page.goto(`${origin}/app/#token=${partner.mint({ sub: 'mei', displayName: 'Mei' })}`)
  await page.locator('.merchant').first().waitFor()
})

/** A page whose connection can be lost for the files of this name; none of them has come yet. */
async function visitWithout(files: string, path: string, answer: 'none' | 'gone' = 'none') {
  const visited = await visit('/app/?lang=en', { viewport: PHONE })
  const { page } = visited
  let isLost = true
  await page.route(`**/_assets/${files}`, (route) => {
    if (!isLost) return route.continue()
    return answer === 'gone' ? route.fulfill({ status: 404 }) : route.abort()
  })
  visited.requested.length = 0
  await page.goto(origin + path)
  const regain = () => {
    isLost = false
  }
  return { ...visited, regain }
}

/** Lives as long as the page does. */
const mark = (page: Page) => page.evaluate('window.isTheSamePage = true')
const isMarked = (page: Page) => page.evaluate('window.isTheSamePage === true')

test('the app does not come: says so, and a retry brings it without a reload, the token still known', async () => {
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
  // The styles had been lost too, and the other screens share what came late.
  await expect
    .poll(() => page.evaluate('getComputedStyle(document.querySelector(".card")).borderRadius'))
    .not.toBe('0px')
  await page.getByRole('button', { name: 'Place 1', exact: true }).click()
  await page.getByRole('heading', { name: 'Place 1', level: 1 }).waitFor()
  expect(await isMarked(page)).toBe(true)
})

test('the first answers are asked for before the app has come, and not again', async () => {
  const token = partner.mint({ sub: 'mei', displayName: 'Mei' })
  const { page, requested, regain } = await visitWithout('start-*.js', `/app/#token=${token}`)
  const asked = () => answersIn(requested.map((url) => url.slice(origin.length)))
  await expect.poll(asked).toEqual(FIRST_ANSWERS)
  await expect.poll(() => requested).toContain(origin + banner)
  regain()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.merchant').last().waitFor({ state: 'attached' })
  expect(asked()).toEqual(FIRST_ANSWERS)
})

test('in a language that the app does not speak, it is said in English', async () => {
  const { page } = await visitWithout('start-*', '/app/?lang=nb')
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await expectAccessible(page)
})

test('the app is gone, as a newer release took its place: a retry asks for the page anew', async () => {
  const { page, requested, regain } = await visitWithout('start-*.js', '/app/', 'gone')
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await mark(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => isMarked(page)).toBe(false)
  expect(requested.filter((url) => url === `${origin}/app/`)).toHaveLength(2)
  regain()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Open your vouchers from your app' }).waitFor()
})

test('a token that the host hands over before the app has come is not lost', async () => {
  const { page, regain } = await visitWithout('start-*.js', '/app/')
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await page.evaluate(`Counterfoil.setToken('${partner.mint({ sub: 'mei', displayName: 'Mei' })}')`)
  regain()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Hello, Mei' }).waitFor()
})

test('the script that asks for the first answers fits into the first packets, and waits for no style', async () => {
  const html: string = (await as(undefined)('GET', '/app/')).body
  const [script = '', path = ''] = html.match(/<script [^>]*src="([^"]+)"/) ?? []
  expect(script).toContain(' async ')
  const { headers } = await as(undefined)('GET', path, undefined, { 'accept-encoding': 'br' })
  expect(Number(headers['content-length'])).toBeLessThan(1_100)
})
