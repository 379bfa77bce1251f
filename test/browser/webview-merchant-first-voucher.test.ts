import { expect, test } from 'vitest'
import { mintDemoToken } from '../../src/demo/describe.ts'
import { loadDemo } from '../../src/demo/load.ts'
import { openScreen } from './counter.ts'
import { openBrowsing, PHONE } from './visits.ts'

const { as, deps, visit } = await openBrowsing()
await loadDemo(deps)
const token = (await mintDemoToken(deps)) ?? ''

test.each([
  ['390 × 844', { width: 390, height: 844 }],
  ['360 × 740', PHONE],
  ['a tablet, 1180 × 820', { width: 1180, height: 820 }],
])('%s: the action of the first voucher is in view at every demo merchant', async (_, viewport) => {
  const { page } = await visit(`/app/#token=${token}`, { viewport, hasTouch: true, isMobile: true })
  await page.locator('.merchant').first().waitFor()
  const { body: merchants } = await as(token)('GET', '/merchants?limit=200')
  expect(merchants.length).toBeGreaterThan(10)
  const below: string[] = []
  for (const { id, name } of merchants) {
    await openScreen(page, { screen: 'merchant', id, name })
    await page.getByRole('heading', { level: 1, name }).waitFor()
    const action = page.locator('.voucher .action').first()
    await action.waitFor()
    const bottom = await action.evaluate(
      (one) => (one.lastElementChild ?? one).getBoundingClientRect().bottom,
    )
    if (bottom > viewport.height) below.push(`${name}: ${Math.round(bottom)}`)
  }
  expect(below).toEqual([])
})
