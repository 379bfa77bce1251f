import { afterAll, expect, test } from 'vitest'
import { startWorker } from '../../src/process/worker.ts'
import { grayPng } from '../support/pictures.ts'
import { openReceiver } from '../support/receiver.ts'
import { newKey, onboardIssuer, openKeyServer } from '../support/tokens.ts'
import { emitEvents, eventually } from '../webhooks/delivery-scene.ts'
import { enterCatalogue } from './catalogue.ts'
import { openStaff, PASSWORD } from './staff.ts'
import { expectAccessibleInLightAndDark, expectQuiet, hold, openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const { admin, origin, db, clock, deps } = browsing
await enterCatalogue(admin)
const { hire, visitAs } = openStaff(browsing)
const boss = await hire()
const worker = startWorker(deps)
afterAll(() => worker.stop())

const partnerOf = async (id: string) => (await admin('GET', `/admin/partners/${id}`)).body
const onboarded = async (name: string, changes: object = {}) => {
  const receiver = await openReceiver()
  const issuer = await onboardIssuer(browsing, { name, webhookUrl: receiver.url, ...changes })
  return { ...issuer, receiver }
}
/** An event whose receiver answered 500, and which has no attempts left. */
const failOnce = async ({ id, receiver }: Awaited<ReturnType<typeof onboarded>>) => {
  receiver.behave = (_request, response) => void response.writeHead(500).end('out of order')
  const [event] = await emitEvents(browsing, id)
  await eventually(
    async () => (await admin('GET', `/admin/deliveries/${event?.id}`)).body.attempts.length > 0,
  )
  await db`update deliveries set state = 'FAILED' where event_id = ${event?.id ?? null}`
  receiver.behave = (_request, response) => void response.end('thanks')
  return event?.id as string
}

test('onboarding: four steps that can be left and resumed, each with its own check', async () => {
  const key = newKey('ES256')
  const keys = await openKeyServer(key)
  const receiver = await openReceiver()
  const visited = await visitAs(boss, '/console/partners')
  const { page } = visited
  await page.getByRole('link', { name: 'Onboard a partner' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme Pay')
  await page.getByLabel('Shown name').fill('Acme Rewards')
  await page.getByRole('button', { name: 'Create partner' }).click()
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: grayPng(96, 96) }
  await page.locator('input[type=file]').setInputFiles({ ...logo, mimeType: 'text/plain', name: 'logo.txt' })
  await page.getByText('Choose a PNG, JPEG or WebP file.').waitFor()
  await page.locator('input[type=file]').setInputFiles(logo)
  await page.getByRole('button', { name: 'Replace logo' }).waitFor()
  await page.getByLabel('Accent color').fill('#ffee00')
  await page.getByText('On light: text in #').waitFor()
  await page.getByLabel('Slug').fill('Acme Pay')
  await page.getByText('Must be 1 to 63 lower-case letters').waitFor()
  await page.getByLabel('Slug').fill('acme-pay')
  await page.getByLabel('Token issuer').fill('https://id.acme.example')
  await page.getByLabel('JWKS URL').fill('ftp://keys.example.com')
  await page.getByRole('button', { name: 'Create partner' }).click()
  await page.locator('[aria-invalid="true"]').waitFor()
  await page.getByLabel('JWKS URL').fill(keys.url)
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('button', { name: 'Create partner' }).click()
  expect(await page.getByTestId('shown-once').textContent()).toMatch(/^whsec_/)
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.waitForURL(/\/setup\?step=keys$/)
  const address = page.url()
  const id = address.split('/').at(-2) as string

  await page.getByRole('link', { name: 'Merchants' }).click()
  await page.goto(address)
  await page.getByRole('button', { name: 'Fetch the keys now' }).click()
  await page.getByText('1 usable key').waitFor()
  const stranger = await onboardIssuer(browsing)
  await page.getByLabel('Token of a user').fill(stranger.mint())
  await page.getByRole('button', { name: 'Check the token' }).click()
  await page.getByText('A request with this token gets invalid_token').waitFor()
  await page.getByRole('row', { name: /Issuer Failed/ }).waitFor()
  await page.getByLabel('Token of a user').fill(stranger.mint({ iss: 'https://id.acme.example' }, { key }))
  await page.getByRole('button', { name: 'Check the token' }).click()
  await page.getByText('A request with this token is accepted').waitFor()
  await expectAccessibleInLightAndDark(page)

  await page.getByRole('link', { name: 'Next step' }).click()
  await page.getByLabel('Webhook URL').fill(receiver.url)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“Acme Pay” is saved.').waitFor()
  receiver.behave = (_request, response) => void response.writeHead(503).end('not today')
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.getByText('The receiver did not accept it').waitFor()
  await page.getByText('not today').waitFor()
  receiver.behave = (_request, response) => void response.end('thanks')
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.getByText('The receiver accepted it').waitFor()
  expect(receiver.received).toHaveLength(2)

  await page.getByRole('link', { name: 'Next step' }).click()
  await page.getByRole('switch', { name: 'Limit what users of this partner see' }).check()
  await page.getByRole('combobox', { name: 'Merchants' }).fill('brot')
  await page.getByRole('option', { name: 'Brot & Salz' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Review the change' }).click()
  const question = page.getByRole('dialog', { name: 'Save this scope?' })
  await question.getByText('1 merchant disappears').waitFor()
  await question.getByText('Kopi Corner').waitFor()
  await expectAccessibleInLightAndDark(page)
  await question.getByRole('button', { name: 'Save scope' }).click()
  await eventually(async () => (await partnerOf(id)).scope?.merchantIds.length === 1)
  await page.getByRole('link', { name: 'Finish' }).click()
  await page.getByRole('heading', { name: 'Acme Pay' }).waitFor()
  expectQuiet(visited, origin)
})

test('text typed while a form is being saved stays, and can be saved next', async () => {
  const { id } = await onboarded('Typing Bank')
  const { page } = await visitAs(boss, `/console/partners/${id}?tab=webhook`)
  const { until, release } = hold()
  await page.route(`**/admin/partners/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await until
    await route.fallback()
  })
  const url = page.getByLabel('Webhook URL')
  await url.fill('https://one.example/hooks')
  await page.getByRole('button', { name: 'Save' }).click()
  await url.fill('https://two.example/hooks')
  release()
  await eventually(async () => (await partnerOf(id)).webhookUrl === 'https://one.example/hooks')
  await page.getByRole('button', { name: 'Save' }).click()
  await eventually(async () => (await partnerOf(id)).webhookUrl === 'https://two.example/hooks')
  expect(await url.inputValue()).toBe('https://two.example/hooks')
})

test('a form can be saved twice in a row', async () => {
  const { id } = await onboarded('Twice Bank')
  const { page } = await visitAs(boss, `/console/partners/${id}?tab=webhook`)
  for (const url of ['https://one.example/hooks', 'https://two.example/hooks']) {
    await page.getByLabel('Webhook URL').fill(url)
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(async () => (await partnerOf(id)).webhookUrl === url)
    await page.getByRole('button', { name: 'Save', disabled: true }).waitFor()
  }
})

test('a new webhook URL asks for the password when the last proof is old; canceling keeps what was typed', async () => {
  const { id } = await onboarded('Proving Bank')
  const prover = await hire()
  const visited = await visitAs(prover, `/console/partners/${id}?tab=webhook`)
  const { page } = visited
  await db`update staff_sessions set proved_at = null where staff_id = ${prover.id}`
  const url = page.getByLabel('Webhook URL')
  await url.fill('https://proved.example/hooks')
  const save = page.getByRole('button', { name: 'Save' })
  const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await save.click()
  await proof.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Nothing was changed: you didn’t confirm that it’s you.').waitFor()
  expect(await url.inputValue()).toBe('https://proved.example/hooks')
  await save.click()
  await proof.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await eventually(async () => (await partnerOf(id)).webhookUrl === 'https://proved.example/hooks')
  expectQuiet(visited, origin)
})

test('the secret: created and promoted in two steps, after the password when the last proof is old', async () => {
  const { id, receiver, partner } = await onboarded('Rotating Bank')
  // A proof replaces the cookie, so this session is of no other test.
  const prover = await hire()
  const visited = await visitAs(prover, `/console/partners/${id}?tab=keys`)
  const { page } = visited
  await db`update staff_sessions set proved_at = ${new Date(clock.now.getTime() - 16 * 60_000)} where staff_id = ${prover.id}`
  const promote = page.getByRole('button', { name: 'Promote the next secret' })
  await promote.and(page.locator('[aria-disabled=true]')).focus()
  await page.getByRole('tooltip', { name: 'There is no next secret to promote.' }).waitFor()
  await page.getByRole('button', { name: 'Create the next secret' }).click()
  const creation = page.getByRole('dialog', { name: 'Create the next secret?' })
  await creation.getByRole('button', { name: 'Create the next secret' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await proof.getByLabel('Password', { exact: true }).fill('not the password')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await proof.getByText('The password is wrong.').waitFor()
  await expectAccessibleInLightAndDark(page)
  await proof.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await proof.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.getByTestId('shown-once').textContent()) ?? ''
  expect(secret).not.toBe(partner.secret)
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByText('Next secret created').waitFor()
  await promote.click()
  const promotion = page.getByRole('dialog', { name: 'Promote the next secret?' })
  await promotion.getByRole('button', { name: 'Promote the next secret' }).click()
  await page.getByText('Webhooks are now signed with the new secret.').waitFor()
  await promote.and(page.locator('[aria-disabled=true]')).waitFor()
  await emitEvents(browsing, id)
  const [first] = await receiver.waitFor(1)
  expect(first && receiver.isSigned(first, secret, clock.now)).toBe(true)
  expectQuiet(visited, origin)
})

test('a failed delivery: found by its filters, shows body and responses, and is delivered by “Send again”', async () => {
  const partner = await onboarded('Failing Bank')
  const eventId = await failOnce(partner)
  const visited = await visitAs(
    boss,
    `/console/deliveries?partnerId=${partner.id}&state=FAILED&type=CLAIM_CREATED`,
    { timezoneId: 'Asia/Kuala_Lumpur' },
  )
  const { page } = visited
  await page.getByRole('row', { name: new RegExp(eventId) }).waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.getByLabel('From (Asia/Kuala_Lumpur)').fill('2099-01-01T00:00')
  await page.getByText('Nothing matches these filters.').waitFor()
  expect(page.url()).toContain('from=2098-12-31T16')
  await page.getByLabel('From (Asia/Kuala_Lumpur)').fill('')
  await page.getByRole('link', { name: 'Voucher claimed' }).click()
  await page.getByRole('cell', { name: 'out of order' }).waitFor()
  expect(await page.getByTestId('body').textContent()).toBe(partner.receiver.received[0]?.body)
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('cell', { name: 'thanks' }).waitFor()
  expect((await admin('GET', `/admin/deliveries/${eventId}`)).body.state).toBe('DELIVERED')
  expectQuiet(visited, origin)
})

test('a replay: its events are counted before it starts, and its progress is found again after leaving', async () => {
  const partner = await onboarded('Replaying Bank')
  await failOnce(partner)
  await emitEvents(browsing, partner.id, 2)
  await partner.receiver.waitFor(3)
  // A replay ends before the present.
  clock.advance(1000)
  const visited = await visitAs(boss, `/console/deliveries?partnerId=${partner.id}`)
  const { page } = visited
  await page.getByRole('button', { name: 'Replay a period' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay a period' })
  await dialog.getByRole('button', { name: 'Count events' }).click()
  await dialog.getByText('Choose when the period starts.').waitFor()
  await dialog.getByLabel('From (your time)').fill('2020-01-01T00:00')
  await dialog.getByRole('button', { name: 'Count events' }).click()
  await dialog.getByText('1 event will be sent again to').waitFor()
  await dialog.getByLabel('All events of the period').check()
  await dialog.getByRole('button', { name: 'Count events' }).click()
  await expectAccessibleInLightAndDark(page)
  await dialog.getByRole('button', { name: 'Send 3 events' }).click()
  await page.getByText('The replay has started: 3 events.').waitFor()
  await page.goto(`${origin}/console/partners/${partner.id}`)
  await page.getByText('3 of 3 events delivered').waitFor()
  await partner.receiver.waitFor(6)
  expectQuiet(visited, origin)
})

test('a failing endpoint: overview, list and health say since when and how many; all undelivered are sent', async () => {
  const partner = await onboarded('Deaf Bank')
  partner.receiver.behave = (_request, response) => void response.writeHead(500).end()
  await emitEvents(browsing, partner.id)
  await eventually(async () => (await partnerOf(partner.id)).webhookFailingSince)
  const visited = await visitAs(boss, '/console/overview')
  const { page } = visited
  const message = 'Deliveries to Deaf Bank are failing: the last attempt failed'
  await page.getByRole('region', { name: 'Alerts' }).getByText(message).waitFor()
  const warning = page.getByRole('alert').filter({ hasText: 'receive webhooks' })
  await warning.getByText('Deaf Bank').waitFor()
  await warning.getByText('Last response: 500').waitFor()
  await warning.getByRole('link', { name: '1 event did not arrive' }).click()
  await page.getByRole('row', { name: /Waiting.*500.*Send again/ }).waitFor()
  await page.goto(`${origin}/console/partners?q=Deaf`)
  await page.getByRole('row', { name: /Deaf Bank.*Webhook failing/ }).waitFor()
  await page.getByRole('link', { name: 'Deaf Bank' }).click()
  const health = page.getByRole('region', { name: 'What is wrong now' })
  await health.getByText('webhooks: the last attempt failed with status 500').waitFor()
  await page.getByText('Failing since', { exact: true }).waitFor()
  await page.getByText('Webhook failing').waitFor()
  expect(await page.getByText(/Enabled|Webhooks: works|Events are sent to this address/).count()).toBe(0)
  await expectAccessibleInLightAndDark(page)
  partner.receiver.behave = (_request, response) => void response.end()
  clock.advance(1000)
  await page.getByRole('button', { name: 'Send all undelivered now' }).click()
  await page.getByText('1 event is being sent now.').waitFor()
  await eventually(async () => (await partnerOf(partner.id)).delivery.undelivered === 0)
  await page.reload()
  await page.getByText('Everything has arrived. Last response: 200').waitFor()
  expectQuiet(visited, origin)
})

test('a paused endpoint says why, and is resumed', async () => {
  const partner = await onboarded('Paused Bank')
  partner.receiver.behave = (_request, response) => void response.writeHead(410).end()
  await emitEvents(browsing, partner.id)
  await eventually(async () => (await partnerOf(partner.id)).webhookPausedAt)
  partner.receiver.behave = (_request, response) => void response.end()
  const { page } = await visitAs(boss, `/console/partners/${partner.id}`)
  await page.getByText('The endpoint answered 410 Gone.').waitFor()
  clock.advance(10_000)
  await page.getByRole('button', { name: 'Resume deliveries' }).click()
  await page.getByText('Events are sent to this address').waitFor()
  await partner.receiver.waitFor(2)
})

test('disabling names what users lose, and asks first', async () => {
  const { id } = await onboarded('Leaving Bank')
  const { page } = await visitAs(boss, `/console/partners/${id}`)
  await page.getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable Leaving Bank?' })
  await dialog.getByText('0 users can no longer see 2 merchants, from now on.').waitFor()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await page.getByText('Leaving Bank is disabled.').waitFor()
  expect((await partnerOf(id)).disabled).toBe(true)
})

test('limits: a number per minute; anything else is refused at its field; empty means no limit', async () => {
  const { id } = await onboarded('Busy Bank', { integrationRequestsPerMinute: 600 })
  const { page } = await visitAs(boss, `/console/partners/${id}?tab=limits`)
  const ofUsers = page.getByLabel('User requests per minute')
  await page.getByLabel('Server requests per minute').fill('')
  await ofUsers.fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('At least 1', { exact: true }).waitFor()
  await ofUsers.fill('6000')
  await page.getByRole('button', { name: 'Save' }).click()
  await eventually(async () => (await partnerOf(id)).consumerRequestsPerMinute === 6000)
  expect((await partnerOf(id)).integrationRequestsPerMinute).toBe(null)
})

test('a partner’s engineer lands on Integration health and sees only their own, on a phone too', async () => {
  const own = await onboarded('Own Bank')
  const other = await onboarded('Other Bank')
  const eventId = await failOnce(own)
  const otherEvent = await failOnce(other)
  const engineer = await hire({ role: 'partner', partnerId: own.id })
  const visited = await visitAs(engineer, '/console/', { viewport: PHONE })
  const { page } = visited
  await page.getByRole('heading', { name: 'Integration health' }).waitFor()
  await page.getByRole('row', { name: new RegExp(eventId) }).waitFor()
  await expectAccessibleInLightAndDark(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  await page.goto(`${origin}/console/deliveries?partnerId=${other.id}`)
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
  await page.getByText('Nothing matches these filters.').waitFor()
  expect(await page.getByText(otherEvent).count()).toBe(0)
  await page.goto(`${origin}/console/partners/${other.id}`)
  await page.getByText('This doesn’t exist, or you have no access to it.').waitFor()
  await page.goto(`${origin}/console/partners/${own.id}?tab=profile`)
  await page.getByText('Your role can look at this but not change it.').waitFor()
  expect(await page.getByRole('button', { name: 'Disable' }).count()).toBe(0)
  await page.goto(`${origin}/console/integration`)
  await page.getByRole('link', { name: 'Outlets' }).click()
  await page.getByLabel('Search by name or address').fill('suria')
  await page.getByRole('row', { name: /Kopi Corner Suria.*Kopi Corner.*Active/ }).waitFor()
  await expectAccessibleInLightAndDark(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  expectQuiet(visited, origin)
})

test('a delivery without a response: a reader of Arabic sees why in Arabic, with the code of the error', async () => {
  const partner = await onboarded('Closed Bank')
  await partner.receiver.close()
  const [event] = await emitEvents(browsing, partner.id)
  await eventually(
    async () => (await admin('GET', `/admin/deliveries/${event?.id}`)).body.attempts.length > 0,
  )
  const reader = await hire({ language: 'ar', role: 'viewer' })
  const visited = await visitAs(reader, `/console/deliveries/${event?.id}`)
  const { page } = visited
  await page.getByRole('cell', { name: 'لا رد: رُفض الاتصال (\u2068ECONNREFUSED\u2069)' }).waitFor()
  expectQuiet(visited, origin)
})
