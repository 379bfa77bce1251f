/**
 * Takes the pictures of docs/console.md: `npx node scripts/console-screenshots.ts`. They show the first day of an
 * operator, which is also a test: test/browser/console-tour.test.ts.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { launchChromium } from '../test/browser/chromium.ts'
import { firstLink, openFirstStart } from '../test/browser/first-start.ts'
import { walkTour } from '../test/browser/tour.ts'
import { until } from '../test/support/process.ts'

const FOLDER = fileURLToPath(new URL('../docs/images/', import.meta.url))
const ROBOTO = { family: 'Roboto', folder: '/usr/share/fonts/truetype/roboto' }
/** Notifications would cover the subject of a picture. */
const NO_NOTIFICATIONS = '.mantine-Notifications-root { display: none }'
const PICTURES_HAVE_LOADED = '[...document.images].every((image) => image.complete)'
/** Screens have few colors, so a palette is a fraction of the size and looks the same. */
const PALETTE = { palette: true, colors: 128, compressionLevel: 9 }
if (!existsSync(ROBOTO.folder)) {
  throw new Error('The pictures need the font Roboto: install it with `apt-get install -y fonts-roboto`')
}

const { service, folder } = await openFirstStart()
const browser = await launchChromium(ROBOTO)
try {
  await walkTour({
    browser,
    link: await firstLink(service),
    async shoot(page, name) {
      await Promise.all(
        page.frames().map((frame) => until(() => frame.evaluate<boolean>(PICTURES_HAVE_LOADED))),
      )
      const { size } = await sharp(await page.screenshot({ animations: 'disabled', style: NO_NOTIFICATIONS }))
        .png(PALETTE)
        .toFile(`${FOLDER}console-${name}.png`)
      console.log(`docs/images/console-${name}.png`, size)
    },
  })
} finally {
  await browser.close()
  service.child.kill('SIGTERM')
  await service.exited
  await rm(folder, { recursive: true, force: true })
}
