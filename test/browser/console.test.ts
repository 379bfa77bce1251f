import { expect, test } from 'vitest'
import { ADMIN_KEY } from '../harness.ts'
import { onboard } from '../signing.ts'
import { enterCatalogue } from './catalogue.ts'
import { expectAccessible, expectQuiet, openBrowsing, type Visit } from './visits.ts'

const { admin, as, origin, visit } = await openBrowsing()
const { kopi, bakery, draft } = await enterCatalogue(admin)
await onboard(admin, { slug: 'acme-pay', name: 'Acme Pay', jwtIssuer: 'https://id.acme.example' })
await onboard(admin, { slug: 'other-bank', name: 'Other Bank', disabled: true })

async function signIn(path: string, key = ADMIN_KEY, options = {}): Promise<Visit> {
  const visited = await visit(path, options)
  await visited.page.getByRole('textbox', { name: 'API key' }).fill(key)
  await visited.page.getByRole('button', { name: 'Sign in' }).click()
  return visited
}

test.each(['not-a-key-of-ours', '“pasted with quotes”'])(
  'wrong key %s: shows why it was rejected, and no data',
  async (key) => {
    const visited = await signIn('/console/', key)
    await visited.page.getByRole('alert').getByText('This key is unknown').waitFor()
    expect(await visited.page.getByRole('navigation').count()).toBe(0)
    await expectAccessible(visited.page)
    expectQuiet(visited, origin)
  },
)

test('sign-in shows a partner created through the API; the key is not stored, so a reload asks for it again', async () => {
  const visited = await signIn('/console/')
  const { page } = visited
  await page.getByRole('cell', { name: 'Acme Pay' }).waitFor()
  expect(await page.getByRole('row', { name: /Other Bank/ }).textContent()).toContain('Disabled')
  expect(
    await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie'),
  ).toBe('{}')
  await expectAccessible(page)
  expectQuiet(visited, origin)
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test.each(['/console/partners', '/console/merchants', '/console/audit'])(
  '%s is accessible in dark mode',
  async (path) => {
    const visited = await signIn(path, ADMIN_KEY, { colorScheme: 'dark' })
    await visited.page.getByRole('table').waitFor()
    await expectAccessible(visited.page)
    expectQuiet(visited, origin)
  },
)

test('search narrows the list and is kept in the URL, which restores it', async () => {
  const { page } = await signIn('/console/partners')
  await page.getByRole('cell', { name: 'Other Bank' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search partners' }).fill('acme')
  await page.getByRole('cell', { name: 'Other Bank' }).waitFor({ state: 'detached' })
  expect(page.url()).toBe(`${origin}/console/partners?q=acme`)
  const again = await signIn('/console/partners?q=acme')
  await again.page.getByRole('cell', { name: 'Acme Pay' }).waitFor()
  expect(await again.page.getByRole('row').count()).toBe(2)
  await page.getByRole('searchbox', { name: 'Search partners' }).fill('no such partner')
  await page.getByText('Nothing matches.').waitFor()
})

test('paging: the link opens the next page, the browser’s back button the previous one', async () => {
  for (let number = 1; number <= 60; number += 1) {
    await admin('POST', '/admin/merchants', {
      name: `Stall ${number}`,
      slug: `stall-${number}`,
      category: 'F_AND_B',
    })
  }
  const { page } = await signIn('/console/merchants')
  await page.getByRole('link', { name: 'Stall 60' }).waitFor()
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.getByRole('link', { name: 'Kopi Corner' }).waitFor()
  expect(page.url()).toContain('?cursor=')
  await page.goBack()
  await page.getByRole('link', { name: 'Stall 60' }).waitFor()
  await page.goForward()
  await page.getByRole('link', { name: 'First page' }).click()
  await page.getByRole('link', { name: 'Stall 60' }).waitFor()
  expect(page.url()).toBe(`${origin}/console/merchants`)
})

test('a merchant page lists its vouchers and outlets', async () => {
  const visited = await signIn(`/console/merchants?q=kopi`)
  const { page } = visited
  await page.getByRole('link', { name: 'Kopi Corner' }).click()
  await page.getByRole('heading', { name: 'Kopi Corner' }).waitFor()
  expect(page.url()).toBe(`${origin}/console/merchants/${kopi.id}`)
  await page.getByRole('cell', { name: 'Free kopi with any toast set' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Outlets' }).click()
  expect(await page.getByRole('row', { name: /Kopi Corner Suria/ }).textContent()).toContain('Set')
  expect(page.url()).toBe(`${origin}/console/merchants/${kopi.id}?tab=outlets`)
  await expectAccessible(page)
  expectQuiet(visited, origin)
})

test('publish asks for confirmation, then the voucher is live; unpublish reverts it', async () => {
  const { page } = await signIn(`/console/merchants/${kopi.id}`)
  const row = page.getByRole('row', { name: /Free kopi/ })
  const state = async () =>
    (await admin('GET', `/admin/merchants/${kopi.id}/vouchers?q=free`)).body.items[0].status
  await row.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish this voucher?' })
  await dialog.getByText('everyone who has favorited Kopi Corner is notified').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await state()).toBe('DRAFT')

  await row.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await row.getByText('Published').waitFor()
  await page.getByRole('status').getByText('“Free kopi with any toast set, RM 6” is live.').waitFor()
  expect(await state()).toBe('PUBLISHED')
  await expectAccessible(page)

  await row.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
  await row.getByText('Unpublished').waitFor()
  expect(await state()).toBe('UNPUBLISHED')
})

test('a rejected publish names what is missing in the dialog', async () => {
  const { page } = await signIn(`/console/merchants/${kopi.id}`)
  await page
    .getByRole('row', { name: /Two for one/ })
    .getByRole('button', { name: 'Publish' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText('This voucher is not ready to go live: Image: needs an image.').waitFor()
  await expectAccessible(page)
  expect((await admin('GET', `/admin/vouchers/${draft.id}`)).body.status).toBe('DRAFT')
})

test('a merchant key sees what its role allows, and a message for the rest', async () => {
  const made = await admin('POST', '/admin/keys', { name: 'Till', role: 'merchant', merchantId: bakery.id })
  const { page } = await signIn('/console/partners', made.body.key)
  await page.getByText('This key’s role does not allow that.').waitFor()
  await page.getByRole('link', { name: 'Merchants' }).click()
  await page.getByRole('link', { name: 'Brot & Salz' }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
})

test('a key revoked during a session: back to sign-in, with the reason', async () => {
  const made = await admin('POST', '/admin/keys', { name: 'Brief', role: 'support' })
  const { page } = await signIn('/console/partners', made.body.key)
  await page.getByRole('cell', { name: 'Acme Pay' }).waitFor()
  await admin('DELETE', `/admin/keys/${made.body.id}`)
  expect((await as(made.body.key)('GET', '/admin/partners')).status).toBe(401)
  await page.getByRole('link', { name: 'Merchants' }).click()
  await page.getByText('This key is unknown or has been revoked.').waitFor()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
