import { expect, test } from 'vitest'
import { onboard } from '../support/signing.ts'
import { expectAccessibleInLightAndDark, expectQuiet, openBrowsing, PHONE } from './visits.ts'

const { admin, origin, server, visit } = await openBrowsing()
const get = (path: string, headers = {}) => fetch(origin + path, { headers, redirect: 'manual' })

test.each(['/docs/', '/docs/webhooks', '/docs/errors', '/docs/api/server-to-server'])(
  '%s: accessible in light and dark, and sends no request to another host',
  async (path) => {
    const visited = await visit(path)
    await expectAccessibleInLightAndDark(visited.page)
    expectQuiet(visited, origin)
  },
)

test('every page of llms.txt is Markdown and a page with the strict content policy; none scrolls sideways on a phone', async () => {
  const paths = [...(await (await get('/llms.txt')).text()).matchAll(/\]\((\/docs\/\S+)\.md\)/g)].map(
    ([, path = '']) => path,
  )
  expect(paths.length).toBeGreaterThan(50)
  for (const path of paths) {
    const markdown = await get(`${path}.md`)
    expect([path, markdown.status, markdown.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/markdown; charset=utf-8',
    ])
    expect(await markdown.text()).toMatch(/^(<!--.*-->\s+)?# /)
    const page = await get(path.replace(/index$/, ''))
    expect([path, page.status, page.headers.get('cache-control')]).toEqual([path, 200, 'no-cache'])
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'; script-src 'self'; style-src 'self'; /,
    )
  }
  const { page } = await visit('/docs/', { viewport: PHONE })
  for (const path of ['/docs/back-office', '/docs/api/sign-in', '/docs/host-apps']) {
    await page.goto(origin + path)
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, PHONE.width])
  }
})

test('the changelog is an Atom feed that every page names; llms-full.txt has every page of llms.txt', async () => {
  const { page } = await visit('/docs/changelog')
  const feedPath = await page.locator('head link[type="application/atom+xml"]').getAttribute('href')
  expect(await page.locator('article a', { hasText: 'Atom feed' }).getAttribute('href')).toBe(feedPath)
  const feed = await get(feedPath as string)
  expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'application/atom+xml'])
  const outline = await page.evaluate(outlineOf(await feed.text()))
  expect(outline).toEqual({
    root: 'feed http://www.w3.org/2005/Atom',
    parts: ['title', 'id', 'updated', 'author', 'link', 'link', 'entry'],
    entry: ['title', 'id', 'updated', 'link', 'content'],
  })
  const list = await (await get('/llms.txt')).text()
  const whole = await (await get('/llms-full.txt')).text()
  const sources = [...whole.matchAll(/^Source: (\S+)$/gm)].map(([, path]) => path)
  expect(sources).toEqual([...list.matchAll(/\]\((\/docs\/\S+\.md)\)/g)].map(([, path]) => path))
})

/** For the browser, whose XML parser refuses what is not well-formed. */
const outlineOf = (xml: string) => `{
  const { documentElement: feed } = new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml')
  const namesIn = (element) => [...element.children].map(({ nodeName }) => nodeName)
  ;({ root: feed.nodeName + ' ' + feed.namespaceURI, parts: namesIn(feed), entry: namesIn(feed.querySelector('entry')) })
}`

test('pages are revalidated, assets never; other URLs of a page redirect to it; everything else is 404', async () => {
  const page = await get('/docs/tokens', { 'accept-encoding': 'br' })
  const etag = page.headers.get('etag') ?? ''
  // `fetch` of Node adds `cache-control: no-cache` to such a request.
  const again = await server.inject({
    url: '/docs/tokens',
    headers: { 'if-none-match': etag, 'accept-encoding': 'br' },
  })
  expect([etag.length > 5, again.statusCode]).toEqual([true, 304])
  const [, asset = ''] = /href="(\/docs\/_assets\/[^"]+\.css)"/.exec(await page.text()) ?? []
  expect((await get(asset, { 'accept-encoding': 'br' })).headers.get('cache-control')).toMatch(
    /max-age=31536000, immutable/,
  )
  for (const [path, location] of [
    ['/docs', '/docs/'],
    ['/docs/tokens/', '/docs/tokens'],
    ['/docs/tokens.html', '/docs/tokens'],
  ]) {
    const moved = await get(path as string)
    expect([path, moved.status, moved.headers.get('location')]).toEqual([path, 308, location])
  }
  for (const path of [
    '/docs/nothing',
    '/docs/%2e%2e/package.json',
    '/docs/.built-from',
    '/docs//etc/passwd',
  ]) {
    expect([path, (await get(path)).status]).toEqual([path, 404])
  }
})

test('404: a browser gets a page with the way back, a program gets JSON', async () => {
  const visited = await visit('/docs/no-such-page')
  await visited.page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await visited.page.getByRole('link', { name: 'overview', exact: true }).click()
  await visited.page.waitForURL(`${origin}/docs/`)
  expectQuiet(visited, origin)
  const page = await get('/docs/no-such-page', { accept: 'text/html' })
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([
    404,
    expect.stringContaining("default-src 'none'"),
  ])
  expect(await (await get('/docs/no-such-page')).json()).toEqual({ error: 'not_found' })
})

test('a link to an operation of the former reference leads to it', async () => {
  const { page } = await visit('/docs#/Redemption/redeemVoucher')
  await page.waitForURL(`${origin}/docs/api#redeemVoucher`)
  await page.locator('#redeemVoucher a').click()
  await page.getByRole('heading', { name: /^Redeem a voucher/ }).waitFor()
})

test('search finds an error code and an operation without another host; Enter opens the first result', async () => {
  const visited = await visit('/docs/')
  const { page } = visited
  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill('invalid_pin')
  await page
    .getByRole('link', { name: /invalid_pin/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/#invalid_pin$/)
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').fill('void redemption')
  await page
    .getByRole('link', { name: /Redemptions › Void/ })
    .first()
    .waitFor()
  await page.getByRole('searchbox').fill('zzzzqqqq')
  await page.getByText('Nothing found.').waitFor()
  expectQuiet(visited, origin)
})

test('the theme that the reader chose stays on the next page', async () => {
  const { page } = await visit('/docs/', { colorScheme: 'light' })
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await page.goto(`${origin}/docs/tokens`)
  expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark')
})

test('“Try it” signs a request in the browser; a wrong secret and a missing one say so', async () => {
  const { slug, secret } = await onboard(admin, { requireV2: true })
  const visited = await visit('/docs/api/server-to-server')
  const { page } = visited
  const operation = page.locator('section.operation', { has: page.locator('#upsertUser') })
  await operation.getByText('Try it').click()
  const send = operation.getByRole('button', { name: 'Send POST' })
  const output = operation.locator('form pre')
  await send.click()
  await expect.poll(() => output.textContent()).toMatch(/^Not sent: slug and secret are needed/)
  await operation.getByLabel('Partner slug').fill(slug)
  // The secret is random, so its last letter is replaced by a different one.
  const wrong = `${secret.slice(0, -2)}${secret.at(-2) === 'A' ? 'E' : 'A'}=`
  await operation.getByLabel(/^Secret/).fill(wrong)
  await send.click()
  await expect.poll(() => output.textContent()).toMatch(/401 Unauthorized[\s\S]*invalid_signature/)
  await operation.getByLabel(/^Secret/).fill(secret)
  await operation.getByLabel('Body (JSON)').fill('{"externalUserId": "from the docs"}')
  await send.click()
  await expect
    .poll(() => output.textContent())
    .toMatch(/v2=[0-9a-f]{64}[\s\S]*201 Created[\s\S]*"created": true/)
  await operation.getByLabel('Body (JSON)').fill('{')
  await send.click()
  await expect.poll(() => output.textContent()).toMatch(/^Not sent: /)
  await page.goto(`${origin}/docs/api/server-to-server`)
  const other = page.locator('section.operation', { has: page.locator('#listEvents') })
  await other.getByText('Try it').click()
  await other.getByRole('button', { name: 'Send GET' }).click()
  await expect.poll(() => other.locator('form pre').textContent()).toMatch(/200 OK[\s\S]*"items": \[\]/)
  await other.getByRole('button', { name: 'Forget credentials' }).click()
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
  expectQuiet(visited, origin)
})

const QUICKSTART = '/docs/quickstart-backend'

test('language tabs: the arrow keys choose, all tabs follow, and other pages remember the choice', async () => {
  const visited = await visit(QUICKSTART)
  const { page } = visited
  const blocks = page.locator('.tabs .code:visible')
  await expect.poll(() => blocks.first().textContent()).toContain('npm pack')
  await page.getByRole('radio', { name: 'Node' }).first().focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => blocks.first().textContent()).toContain('pip install')
  expect(await blocks.last().textContent()).toContain('backend.py')
  await page.goto(`${origin}/docs/webhooks`)
  await expect.poll(() => blocks.first().textContent()).toContain('from counterfoil import')
  expect(await page.getByRole('radio', { name: 'Python', checked: true }).count()).toBeGreaterThan(1)
  expectQuiet(visited, origin)
})

test('language tabs work without JavaScript', async () => {
  const { page } = await visit(QUICKSTART, { javaScriptEnabled: false })
  const first = page.locator('.tabs').first()
  await first.getByText('Java', { exact: true }).click()
  expect(await first.locator('.code:visible').allTextContents()).toEqual([
    expect.stringContaining('build.sh'),
  ])
})
