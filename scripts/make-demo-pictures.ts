/**
 * Draws the pictures of the demo data into src/demo/pictures: `node scripts/make-demo-pictures.ts [part of a name]`.
 * The drawings are SVG without text, so that they do not depend on installed fonts. Chromium converts them to WebP.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'
import { launchChromium } from '../test/browser/chromium.ts'
import { drawings } from './demo-pictures/drawings.ts'

const FOLDER = fileURLToPath(new URL('../src/demo/pictures/', import.meta.url))

const browser = await launchChromium()
try {
  await mkdir(FOLDER, { recursive: true })
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  const wanted = process.argv[2] ?? ''
  let total = 0
  for (const drawing of drawings().filter(({ name }) => name.includes(wanted))) {
    const bytes = await renderWebp(page, session, drawing)
    await writeFile(`${FOLDER}${drawing.name}.webp`, bytes)
    total += bytes.length
    console.log(`${drawing.name}.webp`, bytes.length)
  }
  console.log('total', total)
} finally {
  await browser.close()
}

/** Playwright supports only PNG and JPEG; Chromium itself can write WebP. */
async function renderWebp(
  page: Page,
  session: CDPSession,
  { svg, width, height, quality }: { svg: string; width: number; height: number; quality: number },
): Promise<Buffer> {
  await page.setViewportSize({ width, height })
  await page.setContent(
    `<body style="margin:0;overflow:hidden">${svg.replace('<svg ', '<svg style="display:block" ')}`,
  )
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  return Buffer.from(data, 'base64')
}
