import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onboardIssuer } from '../support/tokens.ts'
import { enterCatalogue } from './catalogue.ts'
import { openStaff, PASSWORD } from './staff.ts'
import { hold, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { admin, origin, visit } = browsing
const { kopi, draft } = await enterCatalogue(admin)
const partner = await onboardIssuer(browsing)
const { hire, visitAs } = openStaff(browsing)
const person = await hire()

/** The name of the focused element: its label, or its text. */
const FOCUSED = `(() => {
  const element = document.activeElement
  return element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent ?? ''
})()`

/** The border shows whether the field has the focus. */
const BORDER_OF_DESCRIPTION = `getComputedStyle([...document.querySelectorAll('textarea')].find(
  ({ labels }) => labels?.[0]?.textContent.startsWith('Description'),
)).borderColor`

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if (name.test(await page.evaluate<string>(FOCUSED))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no Tab leads to ${name}`)
}

test('without a mouse: signs in, finds a voucher by the command palette, edits and saves it; a closed dialog returns the focus', async () => {
  const { page } = await visit('/console/')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await tabTo(page, /^E-mail address/)
  await page.keyboard.type(person.email)
  await tabTo(page, /^Password/)
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Areas' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('Two for one')
  await page.getByRole('dialog').getByText('Two for one on Mondays').waitFor()
  await page.getByRole('dialog').getByText(`${kopi.name} · Draft`).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toBe(`${origin}/console/vouchers/${draft.id}`)
  await page.getByRole('textbox', { name: 'Description' }).first().waitFor()
  const resting = await page.evaluate<string>(BORDER_OF_DESCRIPTION)
  await tabTo(page, /^Description/)
  // The border changes its color gradually.
  await expect.poll(() => page.evaluate<string>(BORDER_OF_DESCRIPTION)).not.toBe(resting)
  await page.keyboard.type('Typed without a mouse.')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await admin('GET', `/admin/vouchers/${draft.id}`)).body.description)
    .toBe('Typed without a mouse.')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate<string>(BORDER_OF_DESCRIPTION)).toBe(resting)
  await tabTo(page, /^Publish$/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Publish this voucher?' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate<string>(FOCUSED)).toBe('Publish')

  await page.reload()
  await page.getByRole('textbox', { name: 'Description' }).first().waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate<string>(FOCUSED)).toBe('Skip to the content')
  for (const key of ['Enter', 'Tab']) await page.keyboard.press(key)
  expect(await page.evaluate<string>(FOCUSED)).toBe(`← ${kopi.name}`)
})

test('a button keeps the focus while its request runs and afterwards; one that disappears passes it to its panel', async () => {
  const { page } = await visitAs(person, `/console/merchants/${kopi.id}?tab=profile`)
  const slow = hold()
  let requests = 0
  await page.route(`**/admin/merchants/${kopi.id}`, async (route) => {
    if (route.request().method() === 'PATCH') {
      requests += 1
      await slow.until
    }
    await route.continue()
  })
  await page.getByLabel('Description').fill('Saved by the button.')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.press('Enter')
  await save.and(page.locator(':focus[data-loading][aria-disabled=true]')).waitFor()
  await save.press('Enter')
  slow.release()
  await save.and(page.locator(':focus[aria-disabled=true]:not([data-loading])')).waitFor()
  expect(requests).toBe(1)
  await page.keyboard.press('Shift+Tab')
  await save.and(page.locator(':disabled')).waitFor()

  expect((await admin('PUT', '/admin/maintenance', { until: null })).status).toBe(200)
  await page.goto(`${origin}/console/settings`)
  await page.getByRole('button', { name: 'Turn maintenance off' }).press('Enter')
  await page.getByRole('region', { name: 'Maintenance' }).and(page.locator(':focus')).waitFor()
})

/** The focused element of the page, if the header covers it. */
const COVERED = `(() => {
  const focused = document.activeElement
  const { bottom } = document.querySelector('header').getBoundingClientRect()
  return focused.closest('main') && focused.getBoundingClientRect().top < bottom ? focused.outerHTML : null
})()`

test('Shift Tab on a screen without a form: the header covers no element that gets the focus', async () => {
  const { page } = await visitAs(person, '/console/overview', { viewport: { width: 1024, height: 360 } })
  await page.getByRole('region', { name: 'By outlet' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.getByRole('region', { name: 'By outlet' }).getByRole('button').last().focus()
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate(COVERED)).toBe(null)
  }
})

test('an open dialog keeps the command palette closed', async () => {
  const { page } = await visitAs(person, `/console/merchants/${kopi.id}?tab=profile`)
  const palette = page.getByRole('dialog', { name: 'Go to a page or find a record' })
  await page.getByLabel('Description').fill('Not saved.')
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Overview' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.waitFor()
  await page.keyboard.press('Control+k')
  expect(await page.getByRole('dialog').count()).toBe(1)
  await question.getByRole('button', { name: 'Stay' }).press('Enter')
  await question.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await palette.waitFor()
})

/**
 * Texts that the page cuts off: their box hides what does not fit. Scrollable boxes show the rest when they are scrolled.
 * Text for screen readers is clipped as a whole.
 */
const CUT_OFF = `[...document.querySelectorAll('main *, header *')].flatMap((element) => {
  const { overflowX, display, visibility, clip } = getComputedStyle(element)
  const hides = overflowX === 'hidden' || overflowX === 'clip'
  const isSeen = display !== 'none' && visibility !== 'hidden' && clip === 'auto' && element.clientWidth > 1
  const isText = element.textContent.trim() !== '' || element.tagName === 'INPUT'
  return hides && isSeen && isText && element.scrollWidth > element.clientWidth + 1
    ? [element.className + ': ' + element.textContent.slice(0, 60)]
    : []
})`

const SCREENS = [
  'overview',
  'merchants',
  `merchants/${kopi.id}`,
  `merchants/${kopi.id}?tab=outlets`,
  `merchants/${kopi.id}?tab=profile`,
  `merchants/${kopi.id}/outlets/import`,
  'vouchers',
  'featured',
  'categories',
  'partners',
  `partners/${partner.id}`,
  `partners/${partner.id}?tab=keys`,
  'look-up',
  'redemptions',
  'review',
  'refusals',
  'deliveries',
  'alerts',
  'audit',
  'staff',
  'staff?tab=keys',
  'settings',
  'account',
]

const WINDOW = { width: 1024, height: 768 }
const LARGE_TEXT = { standard: 32, fixed: 26 }
const USUAL_TEXT = { standard: 16, fixed: 13 }
/** The page or lists with columns out of sight. */
const TOO_WIDE = `[document.documentElement, ...document.querySelectorAll('.scroll')]
  .filter((part) => part.scrollWidth > part.clientWidth + 1)
  .map((part) => part.ariaLabel ?? 'page')`

test('text at 200 % in a window of 1024 px, and a phone of 390 px: nothing scrolls sideways, no text is cut off', async () => {
  const { page } = await visitAs(person, '/console/overview', { viewport: WINDOW })
  const devtools = await page.context().newCDPSession(page)
  const setText = (fontSizes: object) => devtools.send('Page.setFontSizes', { fontSizes })
  const problems: Record<string, unknown> = {}
  for (const screen of SCREENS) {
    await page.setViewportSize(WINDOW)
    await setText(LARGE_TEXT)
    await page.goto(`${origin}/console/${screen}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe('32px')
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    const cutOff = await page.evaluate<string[]>(CUT_OFF)
    if (width > 1024 || cutOff.length > 0) problems[screen] = { width, cutOff }

    await setText(USUAL_TEXT)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.evaluate<string[]>(TOO_WIDE), { message: screen }).toEqual([])
  }
  expect(problems).toEqual({})
}, 120_000)
