import { expect, test } from 'vitest'
import { sendMessages } from '../../src/domain/alerts/messages/send-messages.ts'
import { watchAlerts } from '../../src/domain/alerts/watch-alerts.ts'
import { recordNotice } from '../../src/domain/stored-alerts/record-notice.ts'
import { openReceiver } from '../support/receiver.ts'
import { openTill } from '../support/till.ts'
import { openStaff } from './staff.ts'
import { expectAccessibleInLightAndDark, openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const { clock, db, deps } = browsing
const { hire, visitAs } = openStaff(browsing)
const kopi = await openTill(browsing, { name: 'Kopi Corner' })

test('admin: adds a signed destination, sees its secret once, tests it, and reads why it is failing', async () => {
  const receiver = await openReceiver()
  const visited = await visitAs(await hire(), '/console/settings')
  const { page } = visited
  await page.getByRole('link', { name: 'Where alerts go' }).click()
  await page.getByText('Alerts aren’t sent anywhere yet.').waitFor()
  await page.getByRole('button', { name: 'Add a destination' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send alerts somewhere' })
  await dialog.getByLabel('Name').fill('On call')
  await dialog.getByLabel('Kind').click()
  await page.getByRole('option', { name: 'Signed event' }).click()
  await dialog.getByLabel('Address').fill('ftp://example.com')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('must be an https URL').first().waitFor()
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByLabel('Quiet from').fill('00:00')
  await dialog.getByLabel('Quiet until').fill('00:01')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const secret = page.getByTestId('shown-once')
  expect(await secret.textContent()).toMatch(/^whsec_/)
  await page.getByRole('button', { name: 'I have stored it' }).click()

  receiver.behave = (_request, response) => void response.writeHead(503).end('later')
  await page.getByRole('button', { name: 'Send a test message to On call' }).click()
  const result = page.getByRole('dialog', { name: 'Test of On call' })
  await result.getByText('The test message was not accepted.').waitFor()
  await result.getByText('The receiver answered 503.').waitFor()
  await result.getByRole('button', { name: 'Close' }).last().click()

  await db.begin((tx) =>
    recordNotice(
      tx,
      {
        kind: 'STATEMENTS_CLOSED',
        subject: { type: 'month', id: '2026-10', name: 'October 2026' },
      },
      clock.now,
    ),
  )
  await watchAlerts(deps)
  await sendMessages(deps)
  await page.reload()
  await page.getByText('the receiver answered 503').waitFor()
  await page.getByText('Failing since').waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.setViewportSize(PHONE)
  await page.getByText('On call').first().waitFor()
})

test('merchant: sees its own alerts and adds an e-mail destination for them', async () => {
  const visited = await visitAs(
    await hire({ role: 'merchant', merchantIds: [kopi.merchant.id] }),
    '/console/alerts',
  )
  const { page } = visited
  await page.getByText('The statements of October 2026 are closed').waitFor()
  await page.getByRole('link', { name: 'Where alerts go' }).click()
  await page.getByRole('button', { name: 'Add a destination' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Send alerts somewhere' })
  await dialog.getByLabel('Name').fill('Manager')
  await dialog.getByLabel('E-mail addresses').fill('aina@kopi.example')
  expect(await dialog.getByLabel('Only this merchant').count()).toBe(0)
  await dialog.getByLabel('Language').click()
  await page.getByRole('option', { name: 'Bahasa Melayu' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('E-mail: aina@kopi.example').waitFor()
  expect(await page.getByText('On call').count()).toBe(0)
  expect((await browsing.admin('GET', '/admin/alert-destinations')).body.items[0].language).toBe('ms')
})
