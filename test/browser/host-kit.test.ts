import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { installSdk } from '../sdk/installed-sdk.ts'
import { freePort, until } from '../support/process.ts'
import { openTill, PIN } from '../support/till.ts'
import { newKey } from '../support/tokens.ts'
import { AT_OUTLET } from './counter.ts'
import { DESK, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { admin, origin } = browsing
const till = await openTill(browsing, { name: 'Kopi Corner' })
const elsewhere = await openTill(browsing, { name: 'Far Away' })

const port = await freePort()
const HOST = `http://127.0.0.1:${port}`
const ISSUER = 'https://id.acme.example'
const folder = await installExample()
const { body: partner } = await admin('POST', '/admin/partners', {
  ...{
    slug: 'acme-pay',
    name: 'Acme Pay',
    displayName: 'Acme',
    logoPath: 'https://img.example.com/logo.png',
  },
  ...{ jwtIssuer: ISSUER, jwksUrl: `${HOST}/jwks.json`, frameAncestors: [HOST] },
  scope: { merchantIds: [till.merchant.id], categories: [] },
})
await startExample()

/** The example with both packages, as `npm install` would place them. */
async function installExample(): Promise<string> {
  const folder = await installSdk()
  const installed = join(folder, 'node_modules/@counterfoil/host')
  await mkdir(installed)
  const build = ['-p', 'sdk/host/tsconfig.build.json', '--outDir', join(installed, 'dist')]
  await promisify(execFile)('node_modules/.bin/tsc', build)
  await copyFile('sdk/host/package.json', join(installed, 'package.json'))
  for (const file of ['package.json', 'server.mjs', 'index.html']) {
    await copyFile(`examples/hosts/web/${file}`, join(folder, file))
  }
  await writeFile(
    join(folder, 'key.pem'),
    newKey('ES256').privateKey.export({ type: 'pkcs8', format: 'pem' }),
  )
  return folder
}

async function startExample(): Promise<void> {
  const settings = { COUNTERFOIL_URL: origin, SLUG: 'acme-pay', ISSUER, PRIVATE_KEY: 'key.pem' }
  const env = { PATH: process.env.PATH, ...settings, PORT: String(port) }
  const child = spawn(process.execPath, ['server.mjs'], { cwd: folder, env, stdio: 'inherit' })
  afterAll(() => void child.kill('SIGKILL'))
  await until(() =>
    fetch(HOST).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
}

const options = { viewport: DESK, geolocation: AT_OUTLET, permissions: ['geolocation'] }

/** Opens the host's page. `frame` is the webview in it. */
async function openHost(path = '/', before: (page: Page) => Promise<unknown> = async () => {}) {
  const visited = await browsing.visit('/healthz', options)
  const { page } = visited
  await before(page)
  await page.goto(HOST + path)
  const frame = page.frameLocator('iframe')
  const screen = () => page.locator('#vouchers').getAttribute('data-path')
  return { ...visited, frame, screen }
}

const heading = (frame: FrameLocator, name: string | RegExp) => frame.getByRole('heading', { name })
const button = (frame: FrameLocator, name: string | RegExp) => frame.getByRole('button', { name })

test('a link opens the voucher; the location reaches the frame; the page learns the screens and the redemption', async () => {
  const voucher = await till.offer({ title: 'Half-price laksa', codeSource: 'AUTO' })
  const { page, frame, screen, requested, complaints } = await openHost(`/?open=vouchers/${voucher.id}`)
  await button(frame, 'Redeem').click()
  await button(frame, 'Use my location').click()
  for (const digit of PIN) await frame.getByRole('group').getByRole('button', { name: digit }).click()
  await heading(frame, 'Redeemed').waitFor()
  await page.getByText('Redeemed (SUCCESS)').waitFor()
  await expect.poll(screen).toMatch(/^\/redemptions\/[0-9a-f-]{36}$/)
  expect(requested.filter((url) => url.includes('token='))).toEqual([])
  expect(requested.filter((url) => url === `${HOST}/voucher-token`)).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('back goes through the screens of the frame; open() shows another one; maps open in a tab', async () => {
  const { page, frame, screen } = await openHost()
  await button(frame, till.merchant.name).first().click()
  await heading(frame, 'Outlets').waitFor()
  const map = frame.getByRole('link', { name: /map/i }).first()
  expect(await map.getAttribute('target')).toBe('_blank')
  expect(await map.getAttribute('href')).toMatch(/^https:\/\/www\.openstreetmap\.org\//)
  // `page.goBack` waits for a navigation of the page itself.
  await page.evaluate('history.back()')
  await expect.poll(screen).toBe('/')
  await page.getByRole('button', { name: 'My vouchers' }).click()
  await expect.poll(screen).toBe('/wallet')
})

test('sign-out: the webview forgets the user before the page removes it', async () => {
  const { page, frame } = await openHost('/?open=wallet')
  await heading(frame, 'Your wallet is empty').waitFor()
  await page.evaluate(`window.heard = []
    addEventListener('message', ({ data }) => heard.push(data.type))`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Signed out').waitFor()
  expect(await page.evaluate('heard')).toContain('counterfoil:signed-out')
})

test('Close removes the frame, and the page says so', async () => {
  const { page, frame } = await openHost()
  await button(frame, 'Close').click()
  await page.getByText('Closed').waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
})

test.each([
  ['a forged id', () => `vouchers/${randomUUID()}`, 'No longer available'],
  ['not an id', () => 'vouchers/%3Cscript%3E', 'No longer available'],
  ['a voucher out of scope', async () => `vouchers/${(await elsewhere.offer({})).id}`, 'Not in your app'],
])('a link with %s: the webview says so and leads home', async (_name, path, title) => {
  const { frame, screen } = await openHost(`/?open=${await path()}`)
  await heading(frame, title).waitFor()
  await button(frame, 'Find vouchers').click()
  await expect.poll(screen).toBe('/')
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '../../admin/partners',
  'javascript:alert(1)',
  '\\\\evil',
])('a link to %s never leaves the webview', async (path) => {
  const { page, screen } = await openHost(`/?open=${encodeURIComponent(path)}`)
  await expect.poll(screen).toBe('/')
  expect(await page.locator('iframe').getAttribute('src')).toMatch(`${origin}/app/acme-pay/`)
})

test('no token: the error reaches the page, the webview says where to open it, and a retry works', async () => {
  let isDown = true
  const { frame, complaints, screen } = await openHost('/?open=wallet', (page) =>
    page.route('**/voucher-token', (route) => (isDown ? route.fulfill({ status: 503 }) : route.continue())),
  )
  await heading(frame, 'Open your vouchers from your app').waitFor()
  expect(complaints).toContain('no_token the backend answered 503')
  isDown = false
  await button(frame, 'Try again').click()
  await heading(frame, 'Your wallet is empty').waitFor()
  expect(await screen()).toBe('/wallet')
})

test('messages of another frame are ignored: they get no token', async () => {
  const { page, requested } = await openHost()
  await expect.poll(() => requested.filter((url) => url.endsWith('/voucher-token')).length).toBe(1)
  await page.evaluate(`{
    const stranger = document.createElement('iframe')
    stranger.srcdoc = '<script>parent.postMessage({ type: "counterfoil:closed" }, "*")<' + '/script>'
    document.body.append(stranger)
    new Promise((loaded) => { stranger.onload = loaded })
  }`)
  expect(await page.locator('#news').textContent()).toBe('')
  expect(requested.filter((url) => url.endsWith('/voucher-token'))).toHaveLength(1)
})

test('a page whose origin is not registered shows nothing of the webview', async () => {
  await admin('PATCH', `/admin/partners/${partner.id}`, { frameAncestors: [] })
  const { page, complaints } = await openHost()
  await expect.poll(() => complaints.join()).toMatch(/frame-ancestors/)
  const message = `not_loaded ${origin}/app/acme-pay/ did not start. Check that ${HOST} is one of your frame origins.`
  await expect.poll(() => complaints, { timeout: 8_000 }).toContain(message)
  expect(await page.locator('#vouchers').getAttribute('data-path')).toBeNull()
  await admin('PATCH', `/admin/partners/${partner.id}`, { frameAncestors: [HOST] })
})

test('a script that does not load reaches the page at once, and once, or its monitoring', async () => {
  const { page, frame, complaints } = await openHost('/', (page) =>
    page.route('**/_assets/main-*.js', (route) => route.abort()),
  )
  await button(frame, 'Try again').waitFor()
  await expect.poll(() => complaints.filter((text) => text.startsWith('not_loaded'))).toHaveLength(1)
  const uncaught = page.waitForEvent('pageerror')
  await mountFullPage(page, '{}')
  expect((await uncaught).message).toMatch(/did not start/)
})

/** Replaces the host's page by one whole page with the webview. The options are a JavaScript expression. */
async function mountFullPage(page: Page, options: string): Promise<FrameLocator> {
  await page.evaluate(`document.body.innerHTML = ''; window.heard = []`)
  await page.addScriptTag({
    type: 'module',
    content: `import { mount } from '/counterfoil-host.js'
      const freshToken = async () => (await fetch('/voucher-token', { method: 'POST' })).text()
      mount(document.body, { url: '${origin}', slug: 'acme-pay', freshToken, ...${options} })`,
  })
  return page.frameLocator('iframe')
}

test('a full page: language and colors of the host, Close where the visit began, and ready once', async () => {
  const voucher = await till.offer({ title: 'Half-price laksa' })
  const { page } = await openHost()
  const frame = await mountFullPage(
    page,
    `{ open: 'vouchers/${voucher.id}', lang: 'ms', theme: 'dark', onReady: () => heard.push('ready'),
       onClose: () => heard.push('closed') }`,
  )
  await heading(frame, 'Half-price laksa').waitFor()
  expect(await frame.locator('html').getAttribute('lang')).toBe('ms')
  const ground = frame.locator('body').evaluate('getComputedStyle(document.body).backgroundColor')
  expect(await ground).toBe('rgb(19, 20, 23)')
  await button(frame, 'Tutup').click()
  await expect.poll(() => page.evaluate('heard')).toEqual(['ready', 'closed'])
  await button(frame, 'Tebus').click()
  await expect.poll(() => button(frame, 'Tutup').count()).toBe(0)
})

/** The component and React, as a partner's bundler would combine them. */
async function bundleReact(): Promise<string> {
  const { build } = await import('vite')
  const entry = join(folder, 'react-entry.js')
  await writeFile(
    entry,
    `export { Vouchers } from '${process.cwd()}/sdk/host/src/react.ts'
     export { createElement } from '${process.cwd()}/node_modules/react'
     export { createRoot } from '${process.cwd()}/node_modules/react-dom/client'`,
  )
  const bundle = await build({
    ...{ root: folder, logLevel: 'silent', configFile: false, mode: 'production' },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['es'] } },
  })
  const [output] = [bundle].flat() as { output: { code: string }[] }[]
  return output?.output[0]?.code ?? ''
}

test('React: shows the webview once, opens another screen for another property, and removes it', async () => {
  const { page, requested } = await openHost()
  const code = await bundleReact()
  await page.route('**/react-host.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: code }),
  )
  await page.evaluate(`document.body.innerHTML = '<div id="root"></div>'`)
  await page.addScriptTag({
    type: 'module',
    content: `import { createElement, createRoot, Vouchers } from '/react-host.js'
      const root = createRoot(document.querySelector('#root'))
      window.tokens = []
      window.show = (properties) => root.render(properties && createElement(Vouchers, {
        url: '${origin}', slug: 'acme-pay', style: { height: '100vh' },
        // A new function with each render.
        freshToken: async () => (await fetch('/voucher-token', { method: 'POST' })).text(), ...properties }))
      window.show({ open: 'wallet' })`,
  })
  const frame = page.frameLocator('iframe')
  await heading(frame, 'Your wallet is empty').waitFor()
  const tokens = () => requested.filter((url) => url.endsWith('/voucher-token')).length
  const before = tokens()
  await page.evaluate(`show({ open: 'wallet' })`)
  await page.evaluate(`show({ open: 'merchants/${till.merchant.id}' })`)
  await heading(frame, 'Outlets').waitFor()
  expect(tokens()).toBe(before + 1)
  await page.evaluate('show(null)')
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
})

test.each(['sdk/host/README.md', 'docs/host-apps.md'])('the example in %s runs', async (file) => {
  const text = await readFile(file, 'utf8')
  const [code = ''] = [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code)
  const { page } = await openHost()
  await page.evaluate(`document.body.innerHTML = '<main id="vouchers"></main>'`)
  await page.addScriptTag({
    type: 'module',
    content: code
      .replace('@counterfoil/host', '/counterfoil-host.js')
      .replace('https://vouchers.example.com', origin),
  })
  await heading(page.frameLocator('iframe'), 'Your wallet is empty').waitFor()
})
