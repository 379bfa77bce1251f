import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testBrowser } from './chromium.ts'
import { firstLink, openFirstStart } from './first-start.ts'
import { walkTour } from './tour.ts'

test('a new operator: the printed link, a sign-in, a partner, a merchant, a voucher with codes, a redemption, its stats and its statement, its void, the history, the audit', async () => {
  const { service, folder } = await openFirstStart()
  try {
    expect(await walkTour({ browser: await testBrowser(), link: await firstLink(service) })).toMatch(
      /^TEA-\d{4}$/,
    )
  } finally {
    service.child.kill('SIGTERM')
    await service.exited
    await rm(folder, { recursive: true, force: true })
  }
}, 180_000)
