import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onboardIssuer } from '../support/tokens.ts'
import { button, enterPin, goWithoutLocation, heading, openCounter } from './counter.ts'
import { expectAccessible, openBrowsing, PHONE, STORED_COUNT } from './visits.ts'

const browsing = await openBrowsing()
const { clock, origin, visit } = browsing
const counter = await openCounter(browsing)
const { issuer, till } = counter
const HOST = 'https://app.acme.example'
const SERVICE = 'https://vouchers.example'
await onboardIssuer(browsing, { slug: 'acme-pay', frameAncestors: [HOST] })
const phone = { viewport: PHONE, hasTouch: true, isMobile: true }

/** Each native bridge as its platform provides it. `take` receives a message and returns its response, if it has one. */
const BRIDGES: Record<string, string> = {
  'Android, WebMessageListener': `window.CounterfoilHost = {
    async postMessage(text) {
      const token = await take(JSON.parse(text))
      if (token) this.onmessage({ data: JSON.stringify({ type: 'counterfoil:token', token }) })
    },
  }`,
  'Android, JavascriptInterface': `window.CounterfoilHost = {
    requestToken: () => take({ type: 'token-needed' }).then((token) => token && Counterfoil.setToken(token)),
    postMessage: (text) => void take(JSON.parse(text)),
  }`,
  iOS: `window.webkit = { messageHandlers: { counterfoil: { postMessage: (message) =>
    void take(message).then((token) => token && Counterfoil.setToken(token)) } } }`,
  'iOS, with reply':
    'window.webkit = { messageHandlers: { counterfoil: { postMessage: (message) => take(message) } } }',
  'React Native': `window.ReactNativeWebView = { postMessage: (text) =>
    void take(JSON.parse(text)).then((token) => token && Counterfoil.setToken(token)) }`,
  'Flutter JavaScriptChannel': `window.CounterfoilHost = { postMessage: (text) =>
    void take(JSON.parse(text)).then((token) => token && Counterfoil.setToken(token)) }`,
}

type Message = { type: string } & Record<string, unknown>

/** Opens a path with a native host around it, which answers `token-needed`. */
async function withHost(
  bridge: string,
  path: string,
  tokenOfHost: () => string | null = () => issuer.mint(),
) {
  const { page } = await visit('/app/', phone)
  const messages: Message[] = []
  await page.exposeFunction('take', (message: Message) => {
    messages.push({ ...message, type: message.type.replace('counterfoil:', '') })
    return message.type.endsWith('token-needed') ? tokenOfHost() : null
  })
  await page.addInitScript(bridge)
  await page.goto(origin + path)
  const of = (type: string) => messages.filter((message) => message.type === type)
  return { page, of }
}

test.each(Object.entries(BRIDGES))(
  '%s: provides the token, also after a reload; none is stored; learns each screen and the redemption',
  async (_name, bridge) => {
    clock.advance(61_000)
    const voucher = await till.offer({ redemptionCount: 3, codeSource: 'AUTO' })
    const { page, of } = await withHost(bridge, `/app/vouchers/${voucher.id}`)
    await button(page, 'Redeem').waitFor()
    await page.reload()
    await button(page, 'Redeem').click()
    expect(of('token-needed')).toHaveLength(2)
    expect(await page.evaluate(`sessionStorage.length + ${STORED_COUNT}`)).toBe(0)
    await goWithoutLocation(page)
    await enterPin(page)
    await heading(page, 'Redeemed').waitFor()
    const [row] = await counter.redemptionsOf(voucher.id)
    await expect.poll(() => of('redeemed')).toHaveLength(1)
    expect(of('redeemed')).toEqual([
      {
        type: 'redeemed',
        redemptionId: row?.id,
        voucherId: voucher.id,
        merchantId: till.merchant.id,
        outletId: till.outlet.id,
        status: 'FLAGGED',
      },
    ])
    await expect
      .poll(() => of('navigated').map(({ path }) => path))
      .toEqual([
        `/vouchers/${voucher.id}`,
        `/vouchers/${voucher.id}`,
        `/vouchers/${voucher.id}/redeem`,
        `/redemptions/${row?.id}`,
      ])
  },
)

test('a host that does not answer: a placeholder, then where to open it from; a retry asks again', async () => {
  let token: string | null = null
  const { page, of } = await withHost(BRIDGES.iOS ?? '', '/app/wallet', () => token)
  await page.locator('main[aria-busy]').waitFor()
  await heading(page, 'Open your vouchers from your app').waitFor()
  token = issuer.mint()
  await button(page, 'Try again').click()
  await heading(page, 'Your wallet is empty').waitFor()
  expect(of('token-needed')).toHaveLength(2)
})

test('?close=true: a close button on home and on notices tells the host; without it there is none', async () => {
  const { page, of } = await withHost(BRIDGES['React Native'] ?? '', '/app/?close=true')
  await button(page, 'Close').click()
  await expect.poll(() => of('closed')).toHaveLength(1)
  await expectAccessible(page)
  const plain = await withHost(BRIDGES['React Native'] ?? '', '/app/')
  await plain.page.getByRole('searchbox').waitFor()
  expect(await button(plain.page, 'Close').count()).toBe(0)
  const silent = await withHost(BRIDGES['React Native'] ?? '', '/app/?close=true', () => null)
  const [again, close] = await Promise.all(
    ['Try again', 'Close'].map((name) => button(silent.page, name).boundingBox()),
  )
  expect(close?.y).toBeGreaterThan((again?.y ?? 0) + (again?.height ?? 0) + 8)
  await heading(silent.page, 'Open your vouchers from your app').waitFor()
  await button(silent.page, 'Close').click()
  await expect.poll(() => silent.of('closed')).toHaveLength(1)
})

test('a narrow phone: with large text, the title of a screen has the width below its buttons', async () => {
  await browsing.admin('PATCH', `/admin/partners/${issuer.id}`, { shareUrl: 'https://acme.example/{path}' })
  const voucher = await till.offer()
  const path = `/app/vouchers/${voucher.id}?close=true`
  const { page } = await withHost(BRIDGES['React Native'] ?? '', path)
  await button(page, 'Share').waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  const titleAt = async (size: string) => {
    await page.evaluate(`document.documentElement.style.fontSize = '${size}'`)
    const [title, close] = [page.locator('.bar h1'), button(page, 'Close')].map((one) => one.boundingBox())
    const [text, icon] = [await title, await close]
    return { isBelow: (text?.y ?? 0) >= (icon?.y ?? 0) + (icon?.height ?? 0), width: text?.width ?? 0 }
  }
  expect((await titleAt('100%')).isBelow).toBe(false)
  const large = await titleAt('200%')
  expect(large.isBelow).toBe(true)
  expect(large.width).toBeGreaterThan(280)
})

test('in a frame: the page around it learns the screens by message', async () => {
  const { page } = await visit('/app/', phone)
  await page.route(`${SERVICE}/**`, async (route) => {
    const url = route.request().url().replace(SERVICE, origin)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page.route(`${HOST}/`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script>
        const messages = []
        addEventListener('message', ({ data }) => messages.push(data))
      </script><iframe src="${SERVICE}/app/acme-pay/wallet#token=${issuer.mint()}" height="700"></iframe>`,
    }),
  )
  await page.goto(`${HOST}/`)
  await heading(page.frameLocator('iframe') as unknown as Page, 'Your wallet is empty').waitFor()
  expect(await page.evaluate('messages')).toEqual([{ type: 'counterfoil:navigated', path: '/wallet' }])
})

test('pulling down at the top of a screen loads it again, unless the host has its own gesture', async () => {
  const voucher = await till.offer()
  const bridge = BRIDGES['React Native'] as string
  const { page } = await withHost(bridge, `/app/vouchers/${voucher.id}`)
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(`/vouchers/${voucher.id}/screen`)) loads.push(request.method())
  })
  await page.locator('.pull-mark').waitFor({ state: 'attached', timeout: 20_000 })
  const phoneOf = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    phoneOf.send('Input.dispatchTouchEvent', { type, touchPoints })
  const pull = async (toX: number, toY: number) => {
    await touch('touchStart', { x: 100, y: 200 })
    for (const part of [0.3, 0.6, 1]) {
      await touch('touchMove', { x: 100 + (toX - 100) * part, y: 200 + (toY - 200) * part })
    }
    await touch('touchEnd')
  }
  loads.length = 0
  await pull(100, 240)
  await pull(340, 220)
  expect(loads).toEqual([])
  await pull(110, 400)
  await expect.poll(() => loads).toEqual(['GET'])

  await page.goto(`${origin}/app/vouchers/${voucher.id}?pull=false`)
  const hasLoaded = "performance.getEntriesByType('resource').some(({ name }) => /pull-to-.*js/.test(name))"
  await expect.poll(() => page.evaluate(hasLoaded), { timeout: 20_000 }).toBe(true)
  await page.waitForTimeout(100)
  expect(await page.locator('.pull-mark').count()).toBe(0)
})
