import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { testBrowser } from './chromium.ts'

const browser = await testBrowser()

/** The font families that the browser actually used to render the page. */
async function drawnIn(page: Page, fontFamily: string, text: string): Promise<string[]> {
  await page.setContent(`<p style='font-family: ${fontFamily}'>${text}</p>`)
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  return [...new Set(fonts.map(({ familyName }) => familyName))]
}

// Other systems choose the fonts themselves.
test.runIf(process.platform === 'linux').each([
  ['system-ui', 'DejaVu Sans'],
  ['sans-serif', 'DejaVu Sans'],
  ['"Noto Sans", Roboto, "Segoe UI", sans-serif', 'DejaVu Sans'],
  ['ui-monospace, "Noto Sans Mono", "Roboto Mono", monospace', 'DejaVu Sans Mono'],
  ['serif', 'DejaVu Serif'],
])('%s is rendered in %s, whatever fonts are installed', async (fontFamily, expected) => {
  const page = await browser.newPage()
  expect(await drawnIn(page, fontFamily, 'Free kopi')).toEqual([expected])
  expect(await drawnIn(page, fontFamily, '<b>Free</b> <i>kopi</i>')).toEqual([expected])
  await page.close()
})

test.runIf(process.platform === 'linux')('Arabic is rendered in the test fonts too', async () => {
  const page = await browser.newPage()
  expect(await drawnIn(page, 'system-ui', 'قهوة')).toEqual(['DejaVu Sans'])
  await page.close()
})
