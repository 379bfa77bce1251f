import { expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInLightAndDark, openBrowsing } from './visits.ts'

const { visit } = await openBrowsing()
const finding = (start: string) => ({ actual: [expect.stringContaining(start)] })

async function show(style: string, body = 'Free kopi') {
  const { page } = await visit('/healthz')
  await page.setContent(
    `<!doctype html><html lang="en"><title>Kopi</title><style>${style}</style><main>${body}</main></html>`,
  )
  return page
}

test('a button without a name is found', async () => {
  const page = await show('', '<button></button>')
  await expect(expectAccessible(page)).rejects.toMatchObject(finding('button-name: <button></button>'))
})

test('two landmarks with one name are found, if the test asks for it', async () => {
  const page = await show('', '<section aria-label="Kopi"></section><section aria-label="Kopi"></section>')
  await expectAccessible(page)
  await expect(expectAccessible(page, ['landmark-unique'])).rejects.toMatchObject(
    finding('landmark-unique: <section'),
  )
})

test('pale text is found, in either color scheme', async () => {
  const dark = await show('@media (prefers-color-scheme: dark) { body { background: #000; color: #333 } }')
  await expectAccessible(dark)
  await expect(expectAccessibleInLightAndDark(dark)).rejects.toMatchObject(finding('color-contrast: <main>'))
  const light = await show(
    'body { color: #ccc } @media (prefers-color-scheme: dark) { body { background: #000 } }',
  )
  await expect(expectAccessibleInLightAndDark(light)).rejects.toMatchObject(finding('color-contrast: <main>'))
})

test('colors are judged after the page has followed the color scheme and its transitions have ended', async () => {
  const page = await show('body { transition: all 0.3s } .dark { background: #000; color: #fff }')
  await page.evaluate(
    "matchMedia('(prefers-color-scheme: dark)').onchange = (event) => { document.body.className = event.matches ? 'dark' : '' }",
  )
  for (const _time of ['dark', 'light']) await expectAccessibleInLightAndDark(page)
})
