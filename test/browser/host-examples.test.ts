import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { button, heading, openCounter } from './counter.ts'
import { openBrowsing, PHONE } from './visits.ts'

// Plain JavaScript without declarations.
const BRIDGE = new URL('../../examples/hosts/react-native/vouchers-bridge.js', import.meta.url).href
const { addressOf, receive, SERVICE, SIGN_OUT, staysInside } = await import(BRIDGE)

const browsing = await openBrowsing()
const { clock, origin, visit } = browsing
const { issuer, till } = await openCounter(browsing)
const phone = { viewport: PHONE, hasTouch: true, isMobile: true }
const voucher = await till.offer({ title: 'Half-price laksa' })

function sourceOf(host: string): string {
  return globSync(`examples/hosts/${host}/**/*.{kt,xml,swift,plist,dart,js,jsx,md}`)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
}
const found = (source: string, pattern: RegExp): string => {
  const match = pattern.exec(source)?.[1]
  if (match === undefined) throw new Error(`the example has no ${pattern}`)
  return match
}
/** An expression for the script that a native host runs in the page: the token takes the place of its `${…}`. */
function scriptOf(source: string, pattern: RegExp): string {
  const [before, after] = found(source, pattern).split(/\$\{.*\}/)
  return `${JSON.stringify(before)} + JSON.stringify(token) + ${JSON.stringify(after)}`
}

const [android, ios, reactNative, flutter] = ['android', 'ios', 'react-native', 'flutter'].map(sourceOf) as [
  string,
  string,
  string,
  string,
]

/** Each bridge as its platform provides it, with the names that the example uses. `native` is the code behind it. */
const BRIDGES: Record<string, string> = {
  'Android, WebMessageListener': `window.${found(android, /addWebMessageListener\(webView, "(\w+)"/)} = {
    async postMessage(text) { const token = await native(text); if (token) this.onmessage({ data: token }) } }`,
  'Android, older interface': `window.${found(android, /addJavascriptInterface\(OlderBridge\(\), "(\w+)"/)} = {
    ${found(android, /@JavascriptInterface\s+fun (\w+)\(json: String\)/)}: (text) => void native(text).then((token) =>
      token && eval(${scriptOf(android, /evaluateJavascript\("(.*?)", null\)/)})) }`,
  iOS: `window.webkit = { messageHandlers: { ${found(ios, /contentWorld: \.page, name: "(\w+)"/)}: {
    postMessage: (message) => native(JSON.stringify(message)) } } }`,
  Flutter: `window.${found(flutter, /addJavaScriptChannel\('(\w+)'/)} = { postMessage: (text) =>
    void native(text).then((token) =>
      token && eval(${scriptOf(flutter, /runJavaScript\('(.*?)'\);/)})) }`,
}
/** The types that the example's code compares with. */
const HANDLED: Record<string, Set<string>> = {
  Android: new Set([...android.matchAll(/"(counterfoil:[\w-]+)" ->/g)].map(([, type = '']) => type)),
  iOS: new Set([...ios.matchAll(/case "([\w-]+)":/g)].map(([, type = '']) => type)),
  Flutter: new Set([...flutter.matchAll(/case '(counterfoil:[\w-]+)':/g)].map(([, type = '']) => type)),
}

type Native = (text: string) => string | null | Promise<string | null>

/** Opens the page that the example opens, with its bridge. No URL contains a token. */
async function openIn(bridge: string, native: Native, path: string, options = {}) {
  // `eval` stands for the native call that runs a script, which no content policy restricts.
  const { page, complaints } = await visit('/healthz', { ...phone, bypassCSP: true, ...options })
  await page.exposeFunction('native', native)
  await page.addInitScript(bridge)
  await page.goto(origin + path)
  return { page, complaints }
}

const openedBy = (source: string) => found(source, /\/app\/(?:\$path|\\\(path\))(\?[\w=]+)/)

test.each(Object.entries(BRIDGES))(
  '%s: a link from a push message, the token, its renewal after a reload, and Close',
  async (name, bridge) => {
    const platform = name.split(',')[0] as 'Android' | 'iOS' | 'Flutter'
    const source = { Android: android, iOS: ios, Flutter: flutter }[platform]
    const received: string[] = []
    const native: Native = (text) => {
      const { type } = JSON.parse(text)
      received.push(type)
      return type.endsWith('token-needed') ? issuer.mint() : null
    }
    const { page } = await openIn(bridge, native, `/app/vouchers/${voucher.id}${openedBy(source)}`)
    await heading(page, 'Half-price laksa').waitFor()
    await page.reload()
    await heading(page, 'Half-price laksa').waitFor()
    expect(received.filter((type) => type.endsWith('token-needed'))).toHaveLength(2)
    await button(page, 'Back').click()
    await button(page, 'Close').click()
    await expect.poll(() => received.at(-1)).toMatch(/closed$/)
    expect([...new Set(received)].filter((type) => !HANDLED[platform]?.has(type))).toEqual([])
    await page.evaluate('Counterfoil.signOut()')
    await expect.poll(() => received.at(-1)).toMatch(/signed-out$/)
  },
)

test('React Native: the bridge provides a token, renews it after it has expired, and closes', async () => {
  let isClosed = false
  const types: string[] = []
  const bridge = `window.ReactNativeWebView = { postMessage: (text) =>
    void native(text).then((script) => script && eval(script)) }`
  const native: Native = async (text) => {
    let script: string | null = null
    types.push(JSON.parse(text).type)
    await receive(text, {
      getToken: async () => issuer.mint(),
      inject: (code: string) => {
        script = code
      },
      onClose: () => {
        isClosed = true
      },
    })
    return script
  }
  const path = addressOf(`vouchers/${voucher.id}`).replace(SERVICE, '')
  const { page } = await openIn(bridge, native, path)
  await heading(page, 'Half-price laksa').waitFor()
  clock.advance(2 * 3_600_000)
  await button(page, 'Back').click()
  await page.getByRole('searchbox').waitFor()
  await expect.poll(() => types.filter((type) => type === 'counterfoil:token-needed')).toHaveLength(2)
  await button(page, 'Close').click()
  await expect.poll(() => isClosed).toBe(true)
  await page.evaluate(SIGN_OUT)
  await expect.poll(() => types.at(-1)).toBe('counterfoil:signed-out')
})

test.each(['https://evil.example/', '../../admin', 'vouchers/<b>', 'redeem/1'])(
  'React Native: a link to %s opens home; maps leave the webview',
  (path) => {
    expect(addressOf(path)).toBe(`${SERVICE}/app/?close=true`)
    expect(
      ['geo:3.1,101.7', 'https://maps.apple.com/?q=1', `${SERVICE}.evil.example/app/`].some(staysInside),
    ).toBe(false)
    expect(staysInside(`${SERVICE}/app/wallet`)).toBe(true)
  },
)

test('iOS: a reply that is an error leads to the retry; no token is needed in the address', async () => {
  const { page } = await openIn(
    BRIDGES.iOS ?? '',
    () => Promise.reject(new Error('no token')),
    '/app/?close=true',
  )
  await heading(page, 'Open your vouchers from your app').waitFor()
  await button(page, 'Try again').waitFor()
})

/** The code that each platform needs besides the bridge. It is not compiled here, so the test only searches its text. */
test.each([
  ['android', android, /ACCESS_FINE_LOCATION" \/>/, /setGeolocationEnabled\(true\)/],
  ['android', android, /fun onGeolocationPermissionsShowPrompt/, /locationPermission\.launch/],
  ['android', android, /webView\.canGoBack\(\)\) webView\.goBack\(\)/, /shouldOverrideUrlLoading/],
  ['ios', ios, /NSLocationWhenInUseUsageDescription/, /createWebViewWith/],
  ['ios', ios, /webView\.load\(URLRequest/, /webView\.canGoBack/],
  ['react-native', reactNative, /geolocationEnabled/, /hardwareBackPress/],
  ['react-native', reactNative, /onShouldStartLoadWithRequest/, /Linking\.openURL/],
  ['flutter', flutter, /setGeolocationPermissionsPromptCallbacks/, /launchUrl/],
  ['flutter', flutter, /PopScope/, /_controller\.canGoBack\(\)/],
  ['android', android, /fun signOut\(\)/, /deleteOrigin\(SERVICE\)/],
  ['ios', ios, /func signOutOfVouchers\(\)/, /removeData\(ofTypes: types/],
  ['react-native', reactNative, /injectedJavaScript=\{SIGN_OUT\}/, /counterfoil:signed-out/],
  ['flutter', flutter, /Counterfoil\.signOut\(\)/, /counterfoil:signed-out/],
])(
  '%s has its location permission, back button, external links and sign-out, and says what was not compiled',
  (_name, source, ...needed) => {
    for (const pattern of needed) expect(source).toMatch(pattern)
    expect(source).toMatch(/was not (compiled|built) here/)
  },
)
