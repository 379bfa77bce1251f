import { expect, test } from 'vitest'
import { signedCalls } from '../support/signing.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { openStaff } from './staff.ts'
import {
  expectAccessible,
  expectAccessibleInLightAndDark,
  expectQuiet,
  openBrowsing,
  PHONE,
} from './visits.ts'

const browsing = await openBrowsing({ traceUrl: 'https://traces.example.com/{traceId}' })
const bank = await onboardIssuer(browsing, { name: 'Example Bank', jwtAudience: 'counterfoil' })
const telco = await onboardIssuer(browsing, { name: 'Example Telco' })
const signedAs = await signedCalls(browsing)
const { hire, visitAs } = openStaff(browsing)
const support = await hire({ role: 'support' })
const engineer = await hire({ role: 'partner', partnerId: bank.id })

test('support filters by status; a request that fails now appears by itself', async () => {
  await signedAs(telco.partner)('DELETE', '/integrations/users/nobody')
  const visited = await visitAs(support, '/console/requests')
  const { page } = visited
  await page.getByRole('cell', { name: 'DELETE /integrations/users/{externalUserId}' }).waitFor()
  await expectAccessibleInLightAndDark(page)
  await browsing.as(bank.mint({ aud: 'web' }))('GET', '/merchants')
  await page.getByText('The claim aud is "web", expected "counterfoil".').waitFor()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: '404' }).click()
  await page.getByText('The claim aud is').waitFor({ state: 'detached' })
  await page.getByText('user_not_found').waitFor()
  expect(new URL(page.url()).searchParams.get('status')).toBe('404')
  expectQuiet(visited, browsing.origin)
})

test('an engineer sees only requests of their own partner, on its health page and in the list, on a phone too', async () => {
  const visited = await visitAs(engineer, '/console/integration', { viewport: PHONE })
  const { page } = visited
  const health = page.getByRole('region', { name: 'What is wrong now' })
  await health.getByText('The claim aud is "web", expected "counterfoil".').waitFor()
  await health.getByText('Signatures: no traffic yet').waitFor()
  const help = health.getByRole('link', { name: 'What to do about it' })
  expect(await help.getAttribute('href')).toBe('/docs/errors#invalid_token')
  await page.getByLabel('Name of the deployment').fill('backend 4.2.0')
  await page.getByRole('button', { name: 'Record a deployment' }).click()
  await page.getByRole('link', { name: 'What is new since' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All failed requests' }).click()
  await page.getByRole('heading', { name: 'Failed requests' }).waitFor()
  await page.getByText('The claim aud is').waitFor()
  expect(await page.getByText('user_not_found').count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Deployments' }).click()
  await page.getByRole('option', { name: 'Only what is new since my last deployment' }).click()
  await page.getByText('The claim aud is').waitFor({ state: 'detached' })
  expectQuiet(visited, browsing.origin)
})

test('support opens the request of a refusal: its facts, links, and ids to copy; a pasted id finds it', async () => {
  const till = await openTill(browsing, { name: 'Kopi' })
  const voucher = await till.offer({ title: 'Free kopi' })
  const mei = browsing.as(telco.mint({ sub: 'mei' }))
  const refused = await till.redeem(mei, voucher.id, { consumerLat: 3.1679 })
  const id = refused.headers['x-request-id'] as string
  await browsing.deps.requestLog.flush()
  await browsing.db`update request_log set trace_id = ${'a'.repeat(32)} where request_id = ${id}`

  const visited = await visitAs(support, '/console/refusals')
  const { page } = visited
  await page.getByRole('link', { name: 'Show request' }).click()
  await page.getByRole('heading', { name: 'POST /me/redemptions' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/console/requests/${id}`)
  const refusal = page.getByRole('region', { name: 'Refused redemption' })
  await refusal.getByText('1,112 m').waitFor()
  await page.getByText('The device was 1,112 m from the outlet.').waitFor()
  const hrefOf = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href')
  const links = ['What to do about this error', 'Free kopi', 'Kopi Corner', 'Open the trace']
  expect(await Promise.all(links.map(hrefOf))).toEqual([
    '/docs/errors#too_far',
    `/console/vouchers/${voucher.id}`,
    `/console/outlets/${till.outlet.id}`,
    `https://traces.example.com/${'a'.repeat(32)}`,
  ])
  await page.getByRole('button', { name: 'Copy: Request id' }).waitFor()
  await expectAccessibleInLightAndDark(page)

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type(id)
  await page.getByRole('dialog').getByText('Example Telco · mei · 422 · too_far').click()
  await page.getByRole('link', { name: 'mei', exact: true }).click()
  await page.getByRole('link', { name: 'Show request' }).click()
  await refusal.waitFor()
  expectQuiet(visited, browsing.origin)

  // A refusal is kept longer than its request.
  await browsing.db`delete from request_log where request_id = ${id}`
  await page.reload()
  await page.getByText('Failed requests are kept for 7 days.').waitFor()
  await page.getByRole('link', { name: 'Search refused attempts for this id' }).click()
  await page.getByRole('cell', { name: 'Free kopi' }).waitFor()
  expect(await page.getByRole('searchbox', { name: 'Request id' }).inputValue()).toBe(id)
})
