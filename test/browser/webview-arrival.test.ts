import { expect, test } from 'vitest'
import { onboardIssuer } from '../support/tokens.ts'
import { enterCatalogue, uploadImage } from './catalogue.ts'
import { expectAccessible, expectQuiet, openBrowsing, PHONE, STORED_COUNT } from './visits.ts'

const browsing = await openBrowsing()
const { admin, origin, visit } = browsing
const { free, kopi } = await enterCatalogue(admin)
await admin('POST', `/admin/vouchers/${free.id}/publish`)
const partner = await onboardIssuer(browsing, {
  slug: 'acme-pay',
  displayName: 'Acme Rewards',
  logoPath: await uploadImage(admin, [0x0a, 0x7d, 0x4b]),
  accentColor: '#0a7d4b',
})
const phone = { viewport: PHONE, hasTouch: true, isMobile: true }

test('without a token: says where to open it from, and calls no API', async () => {
  const visited = await visit('/app/', phone)
  await visited.page.getByRole('heading', { name: 'Open your vouchers from your app' }).waitFor()
  expect(visited.requested.every((url) => url.startsWith(`${origin}/app/`))).toBe(true)
  await expectAccessible(visited.page)
  expectQuiet(visited, origin)
})

test('with a token: shows brand, greeting and merchants; the token is in neither the URL nor the history', async () => {
  const token = partner.mint({ displayName: 'Mei Tan' })
  const visited = await visit(`/app/acme-pay/#token=${token}`, phone)
  const { page } = visited
  await page.getByRole('heading', { name: 'Hello, Mei Tan' }).waitFor()
  expect(page.url()).toBe(`${origin}/app/acme-pay/`)
  expect(await page.evaluate('history.length')).toBe(2)
  expect(await page.evaluate('JSON.stringify(history.state)')).not.toContain(token.slice(-20))
  expect(await page.evaluate(`${STORED_COUNT} + document.cookie.length`)).toBe(0)
  const card = page.getByRole('listitem').filter({ hasText: kopi.name })
  expect(await card.getByRole('heading').textContent()).toContain('New')
  expect(await card.locator('.offer bdi').innerHTML()).toBe(
    '<strong>Free</strong> kopi with any <span class="red">toast set</span>, <s>RM&nbsp;6</s>',
  )
  await expect.poll(() => page.title()).toBe('Acme Rewards')
  await expect
    .poll(() => page.evaluate('getComputedStyle(document.querySelector("header")).backgroundColor'))
    .toBe('rgb(10, 125, 75)')
  expect(visited.requested.filter((url) => url.includes(token.slice(-20)))).toEqual([])
  await expectAccessible(page)
  expectQuiet(visited, origin)
})

test('dark mode, and a URL without the trailing slash: accessible, with a dark header', async () => {
  const visited = await visit(`/app/acme-pay#token=${partner.mint()}`, { ...phone, colorScheme: 'dark' })
  await visited.page.getByRole('heading', { name: kopi.name }).waitFor()
  expect(visited.page.url()).toBe(`${origin}/app/acme-pay/`)
  await expectAccessible(visited.page)
  expect(
    await visited.page.evaluate('getComputedStyle(document.querySelector("header")).backgroundColor'),
  ).toBe('rgb(30, 32, 37)')
})

test('a bright accent color: buttons keep it, and all text is readable, in light and dark mode', async () => {
  await admin('PATCH', `/admin/partners/${partner.id}`, { accentColor: '#ffee00' })
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await visit(`/app/#token=${partner.mint()}`, { ...phone, colorScheme })
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('heading', { name: 'New places' }).waitFor()
    const fill = () =>
      page.evaluate(
        `getComputedStyle(document.querySelector('.chip[aria-pressed=true] span')).backgroundColor`,
      )
    await expect.poll(fill).toBe('rgb(255, 238, 0)')
    await expectAccessible(page)
  }
})

test('a title that looks like HTML is shown as text', async () => {
  const title = '<img src=x onerror=alert(1)>{b}<b>{/b}'
  await admin('PATCH', `/admin/vouchers/${free.id}`, { title })
  const visited = await visit(`/app/#token=${partner.mint()}`, phone)
  expect(await visited.page.locator('.offer').textContent()).toBe('<img src=x onerror=alert(1)><b>')
  expectQuiet(visited, origin)
})

test.each([
  ['expired', { exp: 1 }, 'Your session has ended'],
  ['of an unknown issuer', { iss: 'https://nobody.example.com' }, 'We couldn’t sign you in'],
])('a token %s: says what to do, without a retry button', async (_name, claims, heading) => {
  const visited = await visit(`/app/#token=${partner.mint(claims)}`, phone)
  await visited.page.getByRole('heading', { name: heading }).waitFor()
  expect(await visited.page.getByRole('button').count()).toBe(0)
  expect(visited.page.url()).toBe(`${origin}/app/`)
  await expectAccessible(visited.page)
  expectQuiet(visited, origin)
})

test.each([
  ['not a token', '€ ü'],
  ['longer than any token', 'x'.repeat(20_000)],
])('%s: says that sign-in failed, without a retry button', async (_name, token) => {
  const { page } = await visit(`/app/#token=${token}`, phone)
  await page.getByRole('heading', { name: 'We couldn’t sign you in' }).waitFor()
  expect(page.url()).toBe(`${origin}/app/`)
})

test('a new token in the URL fragment continues the session without a reload', async () => {
  const { page } = await visit(`/app/#token=${partner.mint({ exp: 1 })}`, phone)
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
  await page.evaluate(`location.hash = 'token=${partner.mint({ displayName: 'Mei Tan' })}'`)
  await page.getByRole('heading', { name: 'Hello, Mei Tan' }).waitFor()
  expect(page.url()).toBe(`${origin}/app/`)
})

test('a disabled partner: says that vouchers are turned off', async () => {
  const disabled = await onboardIssuer(browsing, { disabled: true })
  const { page } = await visit(`/app/${disabled.slug}/#token=${disabled.mint()}`, phone)
  await page.getByRole('heading', { name: 'Vouchers are turned off' }).waitFor()
  await expectAccessible(page)
})

test('a deleted account: says that it is closed, and shows nothing else', async () => {
  const other = await onboardIssuer(browsing)
  await browsing.as(other.mint())('GET', '/me')
  await browsing.db`update users set anonymized_at = now(), display_name = null where partner_id = ${other.id}`
  const { page } = await visit(`/app/#token=${other.mint()}`, phone)
  await page.getByRole('heading', { name: 'This account is closed' }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  await expectAccessible(page)
})

test('no connection: says so, and a retry continues where it stopped', async () => {
  const { page } = await visit('/app/', phone)
  await page.getByRole('heading', { name: 'Open your vouchers from your app' }).waitFor()
  await page.context().setOffline(true)
  await page.evaluate(`location.hash = 'token=${partner.mint()}'`)
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  // The banner is about content that was loaded before. Here there is none.
  expect(await page.getByText('You’re offline.').count()).toBe(0)
  await expectAccessible(page)
  await page.route('**/merchants?*', (route) => route.abort())
  // When the connection returns, the app retries on its own; here that fails too.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/merchants?limit'))
  await page.context().setOffline(false)
  await failed
  await page.unroute('**/merchants?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: kopi.name }).waitFor()
})

test('a screen that fails to load: a notice with a retry that loads it', async () => {
  const { page } = await visit('/app/', phone)
  await page.getByRole('heading', { name: 'Open your vouchers from your app' }).waitFor()
  await page.route('**/merchant-screen*.js', (route) => route.abort())
  await page.evaluate(`location.hash = 'token=${partner.mint()}'`)
  await page.getByRole('button', { name: kopi.name, exact: true }).click()
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await expectAccessible(page)
  await page.unroute('**/merchant-screen*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Outlets' }).waitFor()
})

test.each([
  ['the host asks for Malay on an English phone', '?lang=ms', 'en-GB', 'ms', 'Semua tempat'],
  ['a Chinese phone in Singapore', '', 'zh-SG', 'zh-SG', '全部商家'],
  ['an unsupported language', '?lang=fi', 'fi', 'en', 'All places'],
])('%s: %s %s → %s', async (_name, query, locale, lang, heading) => {
  const { page } = await visit(`/app/${query}#token=${partner.mint()}`, { ...phone, locale })
  await page.getByRole('heading', { name: heading }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe(lang)
})

test('Arabic: right to left, no horizontal overflow, accessible', async () => {
  const visited = await visit(`/app/?lang=ar#token=${partner.mint()}`, phone)
  const { page } = visited
  await page.getByRole('heading', { name: 'كل الأماكن' }).waitFor()
  expect(await page.evaluate('document.documentElement.dir')).toBe('rtl')
  const [logo, heart] = await Promise.all([
    page.locator('.merchant .logo').first().boundingBox(),
    page.locator('.merchant .heart').first().boundingBox(),
  ])
  expect(logo?.x).toBeGreaterThan(heart?.x ?? Infinity)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  await expectAccessible(page)
  expectQuiet(visited, origin)
})
