import { expect, test } from 'vitest'
import { openMarket } from '../market.ts'
import { onboardIssuer } from '../tokens.ts'
import { uploadImage } from './catalogue.ts'
import { openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const { admin, origin, visit } = browsing
const market = openMarket(admin)
const partner = await onboardIssuer(browsing, { logoPath: await uploadImage(admin, [0x0a, 0x7d, 0x4b]) })
for (let n = 0; n < 20; n += 1) {
  await market.merchant({ name: `Place ${n}`, logoPath: await uploadImage(admin, [n, 0x3b, 0x1e]) })
}

async function enter(claims: object) {
  const { page, requested } = await visit(`/app/#token=${partner.mint(claims)}`, { viewport: PHONE })
  await page.locator('.merchant').last().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  return { page, asked: requested.map((url) => url.slice(origin.length)) }
}

test('what the first screen shows is asked for once; a user whom the token names is not', async () => {
  const { asked } = await enter({ sub: 'mei', displayName: 'Mei' })
  const answers = asked.filter((path) => !/^\/(?:app|uploads)\//.test(path))
  expect(answers.sort()).toEqual([
    '/branding',
    '/categories',
    '/merchants?featured=true&limit=8',
    '/merchants?limit=20',
  ])
})

test('a user whom the token does not name is asked for', async () => {
  const { asked } = await enter({ sub: 'nobody', displayName: undefined })
  expect(asked.filter((path) => path === '/me')).toEqual(['/me'])
})

test('pictures far out of sight are not fetched, and come as one gets near', async () => {
  const { page, asked } = await enter({ sub: 'mei' })
  const fetched = asked.filter((path) => path.startsWith('/uploads/')).length
  expect(fetched).toBeGreaterThan(3)
  expect(fetched).toBeLessThan(15)
  await page.locator('.merchant').last().scrollIntoViewIfNeeded()
  await page.locator('.merchant').last().locator('img.logo').waitFor()
})

test('answers that come between the first drawing and its effects are shown all the same', async () => {
  const { page } = await visit('/app/?lang=en', { viewport: PHONE })
  await page.addInitScript(`{
    const [later, frame] = [window.setTimeout, window.requestAnimationFrame]
    window.setTimeout = (run, ms = 0, ...rest) => later(run, ms <= 100 ? ms + 1500 : ms, ...rest)
    window.requestAnimationFrame = (run) => later(() => frame(run), 1500)
  }`)
  await page.goto(`${origin}/app/#token=${partner.mint({ sub: 'mei', displayName: 'Mei' })}`)
  await page.locator('.merchant').first().waitFor({ timeout: 10_000 })
})
