import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { uploadImage } from './catalogue.ts'
import { button, enterPin, heading, openCounter, shareLocation } from './counter.ts'
import { expectAccessible, openBrowsing, PHONE } from './visits.ts'
import { claim, type Holder, openHolders } from './wallet-holders.ts'

const browsing = await openBrowsing()
const { origin } = browsing
const counter = await openCounter(browsing)
const { issuer, till } = counter
const { somebody, claimed, openApp, market } = openHolders(browsing, counter)

/** All that the phone keeps, as text. The files of the app are no data. */
const KEPT = `(async () => {
  const database = await new Promise((resolve) => {
    const request = indexedDB.open('counterfoil', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('kept')
    request.onsuccess = () => resolve(request.result)
  })
  const record = await new Promise((resolve) => {
    const request = database.transaction('kept').objectStore('kept').get('record')
    request.onsuccess = () => resolve(request.result ?? null)
  })
  database.close()
  const cached = []
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) cached.push(url)
  }
  return { record, cached, stored: JSON.stringify({ ...localStorage, ...sessionStorage }) }
})()`

type Kept = { record: { owner: string; responses: object } | null; cached: string[]; stored: string }
const keptOn = (page: Page) => page.evaluate<Kept>(KEPT)
const isKept = async (page: Page) => (await keptOn(page)).record !== null
const expectNothingKept = (page: Page) => expect.poll(() => isKept(page)).toBe(false)

/** Opens the app, and waits until the phone keeps the wallet. */
async function openAndKeep(holder: Holder, options: object = {}) {
  const visited = await openApp(holder, { path: '/app/wallet', ...options })
  await expect.poll(() => isKept(visited.page), { timeout: 15_000 }).toBe(true)
  return visited
}

/** No response arrives, as without a connection; only the page and its files load, as where a host forbids workers. */
async function cutOff(page: Page): Promise<void> {
  await page.route(/\/(me|home|branding|merchants|vouchers|categories|search)\b(?!.*\.js)/, (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.abort(),
  )
}

/** A new page of the app, as after the phone has closed it. */
const reopen = async (page: Page, address: string) => {
  await page.goto(`${origin}/healthz`)
  await page.goto(origin + address)
}

const expired = ({ sub }: Holder) => issuer.mint({ sub, iat: 1_700_000_000, exp: 1_700_000_600 })

test('without a connection, a new page opens the wallet and says since when; redeeming needs a connection', async () => {
  const holder = somebody()
  const id = await claimed(holder, { title: 'Rainy day bun' })
  await market.change(`/admin/merchants/${till.merchant.id}`, {
    logoPath: await uploadImage(browsing.admin, [0x6f, 0x3b, 0x1e]),
  })
  // The wallet has never been shown, and its place is far down on home.
  for (let count = 1; count <= 12; count += 1) await market.merchant({ name: `Arcade ${count}` })
  const { page } = await openAndKeep(holder, { serviceWorkers: 'allow', path: '/app/' })
  await expect
    .poll(async () => (await keptOn(page)).cached.filter((url) => url.includes('/start-')).length)
    .toBe(2)
  await expect
    .poll(async () => (await keptOn(page)).cached.filter((url) => url.includes('/uploads/')).length)
    .toBeGreaterThan(0)
  await expect.poll(async () => (await keptOn(page)).cached.join()).toContain('/redeem-screen-')
  await page.context().setOffline(true)
  await page.goto(`${origin}/app/wallet?close=false#token=${expired(holder)}`)
  await claim(page, 'Rainy day bun').locator('img.logo').waitFor()
  await page.getByText(/^As of \d+ \w+/).waitFor()
  await expectAccessible(page)
  await button(page, 'Redeem').click()
  await heading(page, 'You need a connection to redeem').waitFor()
  await page.getByText('Rainy day bun').waitFor()
  await expectAccessible(page)
  expect(page.url()).toContain(`/app/vouchers/${id}/redeem`)
  // The page of a partner allows other hosts, so this worker must not answer for it.
  await expect(page.goto(`${origin}/app/acme-pay/wallet`)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
})

test('an open wallet says since when it may have changed, only as long as there is no connection', async () => {
  const holder = somebody()
  await claimed(holder, { title: 'Bun in the tunnel' })
  const { page } = await openAndKeep(holder)
  await claim(page, 'Bun in the tunnel').waitFor()
  await page.context().setOffline(true)
  await page.getByText(/^As of \d+ \w+/).waitFor()
  await page.context().setOffline(false)
  await page.getByText(/^As of /).waitFor({ state: 'detached' })
})

test('the wallet is kept before the other screens have loaded, because many visits are short', async () => {
  const holder = somebody()
  await claimed(holder, { title: 'Bun of a short visit' })
  const { page } = await browsing.visit('/app/?lang=en', { viewport: PHONE })
  await page.route(/_assets\/(merchant|voucher|redemption|redeem)-screen-/, () => {})
  await page.goto(`${origin}/app/#token=${holder.token}`)
  await expect.poll(() => isKept(page), { timeout: 15_000 }).toBe(true)
})

test('a new visit keeps the wallet as it is now, even if it is not opened', async () => {
  const holder = somebody()
  await claimed(holder, { title: 'Bun of the first visit' })
  const { page } = await openAndKeep(holder)
  await claimed(holder, { title: 'Bun of the second visit' })
  await reopen(page, `/app/#token=${holder.token}`)
  await expect
    .poll(async () => JSON.stringify((await keptOn(page)).record), { timeout: 15_000 })
    .toContain('Bun of the second visit')
})

test('opened from a push message: the wallet is kept, and redeeming without a connection keeps what was chosen', async () => {
  const holder = somebody()
  const id = await claimed(holder, { title: 'Pushed bun' })
  const { page } = await openAndKeep(holder, { path: `/app/vouchers/${id}` })
  await cutOff(page)
  await reopen(page, `/app/vouchers/${id}/redeem#token=${holder.token}`)
  await heading(page, 'You need a connection to redeem').waitFor()
  await page.getByText('Pushed bun').waitFor()
})

test('opened from a push message, then from one about a place: the place is shown', async () => {
  const holder = somebody()
  const id = await claimed(holder, { title: 'Bun of the day' })
  const { page } = await openAndKeep(holder, { path: `/app/vouchers/${id}` })
  await reopen(page, `/app/merchants/${till.merchant.id}#token=${holder.token}`)
  await heading(page, 'Outlets').waitFor()
})

test('older than 30 days: nothing is shown, and nothing stays', async () => {
  const holder = somebody()
  await claimed(holder, { title: 'Old bun' })
  const { page } = await openAndKeep(holder)
  await page.evaluate(`new Promise((resolve) => {
    const request = indexedDB.open('counterfoil', 1)
    request.onsuccess = () => {
      const store = request.result.transaction('kept', 'readwrite').objectStore('kept')
      store.get('record').onsuccess = ({ target: { result } }) => {
        store.put({ ...result, keptAtMs: Date.now() - 31 * 86_400_000 }, 'record').onsuccess = resolve
      }
    }
  })`)
  await cutOff(page)
  await reopen(page, `/app/wallet#token=${holder.token}`)
  await heading(page, 'No connection').waitFor()
  expect(await isKept(page)).toBe(false)
})

test('the chosen outlet of an unfinished redemption is kept: a new page continues there, and back leads to the others', async () => {
  const holder = somebody()
  const { body: second } = await browsing.admin('POST', `/admin/merchants/${till.merchant.id}/outlets`, {
    ...{ name: 'Kopi Corner Two', addressLine: '1 Second Street', city: 'Ipoh', countryCode: 'MY' },
    pin: '4821',
  })
  const id = await claimed(holder, { title: 'Two outlets bun' })
  const { page } = await openAndKeep(holder)
  await button(page, 'Redeem').click()
  await button(page, /Kopi Corner Two/).click()
  await heading(page, 'Hand your phone to the staff').waitFor()
  await expect
    .poll(async () => JSON.stringify((await keptOn(page)).record))
    .toContain(`"redemption-choice":{"voucherId":"${id}","outletId":"${second.id}"`)
  await page.reload()
  await heading(page, 'Hand your phone to the staff').waitFor()
  await page.goBack()
  await heading(page, 'Which outlet are you at?').waitFor()
  await button(page, /Kopi Corner Two/).click()
  await heading(page, 'Hand your phone to the staff').waitFor()
  await cutOff(page)
  await reopen(page, `/app/vouchers/${id}/redeem#token=${holder.token}`)
  await heading(page, 'You need a connection to redeem').waitFor()
  await page.getByText('Kopi Corner Two').waitFor()
  await page.unrouteAll()
  await button(page, 'Try again').click()
  await heading(page, 'Hand your phone to the staff').waitFor()
  await browsing.admin('PATCH', `/admin/outlets/${second.id}`, { isActive: false })
})

test('two users on one tablet: the second sees nothing of the first, whose data is gone', async () => {
  const [first, second] = [somebody(), somebody()]
  await claimed(first, { title: 'Secret bun of the first' })
  const { page } = await openAndKeep(first)
  const { record } = await keptOn(page)
  expect(record?.owner).toMatch(/^[0-9a-f]{64}$/)
  await cutOff(page)
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
    new MutationObserver(() => { window.sawFirst ||= document.body.textContent.includes('Secret bun') })
      .observe(document.body, { childList: true, subtree: true, characterData: true })
  })`)
  await reopen(page, `/app/wallet#token=${second.token}`)
  await heading(page, 'No connection').waitFor()
  expect(await isKept(page)).toBe(false)
  expect(await page.evaluate('window.sawFirst')).toBe(false)
  await reopen(page, `/app/wallet#token=${first.token}`)
  await heading(page, 'No connection').waitFor()
})

test('sign-out deletes all that is kept, also where the app has stayed open, and tells the host', async () => {
  const holder = somebody()
  await claimed(holder, { title: 'Bun of the leaver' })
  const { page } = await openAndKeep(holder)
  await page.evaluate(`window.messages = []
    window.CounterfoilHost = { postMessage: (text) => messages.push(JSON.parse(text).type) }`)
  await page.evaluate('Counterfoil.signOut()')
  await heading(page, 'Open your vouchers from your app').waitFor()
  expect(await page.getByText('Bun of the leaver').count()).toBe(0)
  await expectNothingKept(page)
  await expect.poll(() => page.evaluate('messages')).toContain('counterfoil:signed-out')
  expect((await keptOn(page)).stored).toBe('{}')
  await page.reload()
  await heading(page, 'Open your vouchers from your app').waitFor()
})

test.each([
  [404, 'user_not_found'],
  [403, 'partner_disabled'],
])('%i %s deletes all that is kept', async (status, error) => {
  const holder = somebody()
  await claimed(holder, { title: 'Bun of the gone' })
  const { page } = await openAndKeep(holder)
  await page.route('**/me/wallet', (route) => route.fulfill({ status, json: { error } }))
  await reopen(page, `/app/wallet#token=${holder.token}`)
  await page.getByRole('alert').waitFor()
  await expectNothingKept(page)
})

test('a host without a token names the user: the same user sees the wallet, another one nothing', async () => {
  const [holder, other] = [somebody(), somebody()]
  await claimed(holder, { title: 'Bun of the named' })
  const { page } = await openAndKeep(holder)
  await cutOff(page)
  const named = ({ sub }: Holder) => JSON.stringify({ user: { iss: issuer.issuer, sub } })
  const openNamed = async (user: Holder) => {
    await page.addInitScript(`window.webkit = { messageHandlers: { counterfoil: {
      postMessage: async ({ type }) => type === 'token-needed' ? ${named(user)} : null } } }`)
    // With a host around it, the page keeps no token.
    await page.evaluate('sessionStorage.clear()')
    await reopen(page, '/app/wallet')
  }
  await openNamed(holder)
  await claim(page, 'Bun of the named').waitFor()
  await page.unrouteAll()
  await page.evaluate(`Counterfoil.setToken('${holder.token}')`)
  await heading(page, 'Ready to use 1').waitFor()
  await page.getByText(/^As of /).waitFor({ state: 'detached' })
  await cutOff(page)
  await openNamed(other)
  await expectNothingKept(page)
  expect(await page.getByText('Bun of the named').count()).toBe(0)
})

test('after a redemption with position and code: no token, PIN, code, position or history is kept', async () => {
  const holder = somebody()
  await claimed(holder, { title: 'Coded bun', codeSource: 'AUTO', redemptionCount: 3 })
  const { page } = await openAndKeep(holder, { serviceWorkers: 'allow' })
  await button(page, 'Redeem').click()
  await shareLocation(page)
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
  const [{ id, code }] = (await holder.by('GET', '/me/redemptions')).body
  await button(page, 'View in wallet').click()
  await page.locator('.past').waitFor()
  await expect.poll(async () => JSON.stringify((await keptOn(page)).record)).toContain('"used":1')
  const { record, cached } = await keptOn(page)
  const text = JSON.stringify(record)
  for (const secret of [holder.token, holder.sub, code, id, 'distanceMeters', 'consumerLat', '"pin"'])
    expect(text).not.toContain(secret)
  expect(Object.keys(record?.responses ?? {}).sort()).toEqual([
    'branding',
    'categories',
    'redemption-choice',
    'wallet',
  ])
  const kinds = new Set(cached.map((url) => new URL(url).pathname.replace(/[^/]*$/, '')))
  expect([...kinds].sort()).toEqual(['/app/', '/app/_assets/', '/uploads/'])
})
