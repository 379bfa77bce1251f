import { expect, test } from 'vitest'
import { signedCalls } from '../signing.ts'
import { onboardIssuer } from '../tokens.ts'
import { openStaff } from './staff.ts'
import {
  expectAccessible,
  expectAccessibleInLightAndDark,
  expectQuiet,
  openBrowsing,
  PHONE,
} from './visits.ts'

const browsing = await openBrowsing()
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
  await page.getByText('token: the claim aud is "web", expected "counterfoil"').waitFor()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: '404' }).click()
  await page.getByText('token: the claim aud').waitFor({ state: 'detached' })
  await page.getByText('user_not_found').waitFor()
  expect(new URL(page.url()).searchParams.get('status')).toBe('404')
  expectQuiet(visited, browsing.origin)
})

test('an engineer sees only the own partner’s in its health and in the list, on a phone too', async () => {
  const visited = await visitAs(engineer, '/console/integration', { viewport: PHONE })
  const { page } = visited
  await page.getByText('token: the claim aud is "web", expected "counterfoil"').waitFor()
  await page.getByRole('link', { name: 'All failed requests' }).click()
  await page.getByRole('heading', { name: 'Failed requests' }).waitFor()
  await page.getByText('token: the claim aud').waitFor()
  expect(await page.getByText('user_not_found').count()).toBe(0)
  await expectAccessible(page)
  expectQuiet(visited, browsing.origin)
})
