import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMailbox } from '../support/mailbox.ts'
import { HOUR, MINUTE, OTHER_PASSWORD, openStaffScene, tokenIn } from '../support/staff-scene.ts'

const mailbox = await openMailbox()
const mail = { smtpUrl: mailbox.url, smtpFrom: 'Counterfoil <no-reply@vouchers.example>' }
const harness = await createHarness(mail)
const { admin, clock, logs } = harness
const { visitor, invited, member, accept, signIn, lastAudits, forget } = openStaffScene(harness)

const received = async (count: number) => {
  await expect.poll(() => mailbox.mails.length).toBe(count)
  return mailbox.mails.splice(0)
}
const forgotten = (email: string, call = visitor) => call('POST', '/session/forgotten-password', { email })

test('emailed: true: an invite and a reset are also mailed, as text and as HTML without remote content', async () => {
  const person = { email: 'aina@kopi.example', name: '<b>Aina</b>', role: 'support' }
  const invite = (await admin('POST', '/admin/staff/invite', person)).body
  expect(invite.emailed).toBe(true)
  const reset = (await admin('POST', `/admin/staff/${invite.member.id}/reset`)).body
  expect(reset.emailed).toBe(true)
  const [first, second] = await received(2)
  expect([first?.to, second?.to]).toEqual([['aina@kopi.example'], ['aina@kopi.example']])
  expect(first?.raw).toContain('From: Counterfoil <no-reply@vouchers.example>')
  expect(first?.raw).toContain('Subject: Your invitation to Counterfoil')
  expect(first?.raw.split(invite.url).length).toBe(4)
  expect(first?.raw).toContain('Hello &lt;b&gt;Aina&lt;/b&gt;,')
  expect(first?.raw).not.toMatch(/<img|<script|<link|<style/)
  expect(second?.raw).toContain('Subject: Choose a new password for Counterfoil')
  expect(second?.raw).toContain(reset.url)
})

test.each([
  ['en', 'Your invitation to Counterfoil', 'Hello Siti,', 'ltr', /until \d+ \w+ \d{4}/],
  ['ms', 'Jemputan anda ke Counterfoil', 'Helo Siti,', 'ltr', /hingga \d+ \w+ \d{4}/],
  ['zh-Hans', '您受邀使用 Counterfoil', 'Siti，您好：', 'ltr', /有效期至 \d{4}年\d+月\d+日/],
  ['ar', 'دعوتك إلى Counterfoil', 'مرحبًا \u2068Siti\u2069،', 'rtl', /حتى \u2068\d+ [^\d]+ \d{4}/],
])(
  'an e-mail is in the language of its recipient: %s',
  async (language, subject, hello, direction, until) => {
    const person = {
      email: `siti-${language}@kopi.example`.toLowerCase(),
      name: 'Siti',
      role: 'support',
      language,
    }
    await admin('POST', '/admin/staff/invite', person)
    const [invitation] = await received(1)
    expect(invitation?.raw).toContain(`Subject: ${subject}`)
    expect(invitation?.raw).toContain(`<div lang="${language}" dir="${direction}">`)
    expect(invitation?.raw).toContain(hello)
    expect(invitation?.raw).toMatch(until)
  },
)

test('emailed: false if the mail server refuses or is down; the link in the response works', async () => {
  mailbox.refuseAll(true)
  const refused = (
    await admin('POST', '/admin/staff/invite', { email: 'b@kopi.example', name: 'B', role: 'support' })
  ).body
  mailbox.refuseAll(false)
  expect(refused.emailed).toBe(false)
  expect((await accept(tokenIn(refused.url))).status).toBe(201)
  const lines = logs.filter((line) => line.includes('check SMTP_URL'))
  expect(lines.length).toBe(1)
  expect(lines[0]).not.toContain('b@kopi.example')
  const down = await createHarness({ ...mail, smtpUrl: 'smtp://127.0.0.1:9' })
  const response = await down.admin('POST', '/admin/staff/invite', {
    email: 'c@kopi.example',
    name: 'C',
    role: 'support',
  })
  expect([response.status, response.body.emailed]).toEqual([201, false])
})

test('a server that is not on this machine must encrypt: without STARTTLS no mail is sent, with it over TLS', async () => {
  const invite = async (smtpUrl: string) => {
    const remote = await createHarness({ ...mail, smtpUrl, smtpRequiresTls: true })
    const { body } = await remote.admin('POST', '/admin/staff/invite', {
      email: 'd@kopi.example',
      name: 'D',
      role: 'support',
    })
    return {
      emailed: body.emailed,
      logged: remote.logs.filter((line) => line.includes('SMTP_ALLOW_PLAINTEXT')),
    }
  }
  expect(await invite(mailbox.url)).toEqual({ emailed: false, logged: [expect.any(String)] })
  expect(mailbox.mails).toEqual([])
  const encrypting = await openMailbox({ offersTls: true })
  const encrypted = await invite(`${encrypting.url}?tls.rejectUnauthorized=false`)
  expect(encrypted).toEqual({ emailed: true, logged: [] })
  expect(encrypting.mails.map(({ isEncrypted }) => isEncrypted)).toEqual([true])
})

test('202: a forgotten password gets a link for one hour; the response is the same for an unknown address', async () => {
  const { id, email } = await member()
  await received(1)
  const [known, unknown] = [await forgotten(email), await forgotten('nobody@kopi.example')]
  expect([known.status, known.body]).toEqual([202, ''])
  expect([unknown.status, unknown.body]).toEqual([202, ''])
  const [mail] = await received(1)
  expect(mail?.to).toEqual([email])
  const token = /#invite=([\w-]{43})/.exec(mail?.raw ?? '')?.[1] as string
  expect((await lastAudits(1))[0]).toMatchObject({
    action: 'staff.reset',
    actorKind: 'system',
    target: `staff:${id}`,
    after: { address: '127.0.0.1' },
  })
  clock.advance(HOUR - 1)
  expect((await accept(token, OTHER_PASSWORD)).status).toBe(201)
  expect((await signIn(email, OTHER_PASSWORD)).status).toBe(201)
  await forgotten(email)
  const [late] = await received(1)
  clock.advance(HOUR)
  const expired = await accept(/#invite=([\w-]{43})/.exec(late?.raw ?? '')?.[1] as string)
  expect(expired.body).toEqual({ error: 'invalid_sign_in_link' })
})

test('a forgotten password of an invited or inactive person sends nothing, and the invite still works', async () => {
  const [waiting, gone, last] = [await invited(), await member(), await member()]
  await admin('PATCH', `/admin/staff/${gone.id}`, { isActive: false })
  await received(3)
  for (const { email } of [waiting, gone]) expect((await forgotten(email)).status).toBe(202)
  // Mails are sent in the order of the requests: no earlier mail can arrive after the last one.
  expect((await forgotten(last.email)).status).toBe(202)
  expect((await received(1))[0]?.to).toEqual([last.email])
  expect((await accept(waiting.token)).status).toBe(201)
})

test('429 too_many_sign_ins: three mails for an address, known or not, then one every 15 minutes', async () => {
  const { email } = await member()
  await received(1)
  for (const address of [email, 'nobody@kopi.example']) {
    await forget()
    for (let i = 0; i < 3; i += 1) expect((await forgotten(address)).status).toBe(202)
    const refused = await forgotten(address)
    expect([refused.status, refused.body]).toEqual([
      429,
      { error: 'too_many_sign_ins', details: { retryAfterSeconds: 900 } },
    ])
    clock.advance(15 * MINUTE)
    expect((await forgotten(address)).status).toBe(202)
    expect((await forgotten(address)).status).toBe(429)
  }
  await received(4)
  await forget()
})

test('409 email_off: no mail server is configured; the log says once an hour how to create a link', async () => {
  const plain = await createHarness()
  const advice = () => plain.logs.filter((line) => line.includes('counterfoil staff reset --email <address>'))
  for (let i = 0; i < 3; i += 1) {
    const response = await forgotten('aina@kopi.example', plain.as(undefined))
    expect([response.status, response.body]).toEqual([409, { error: 'email_off' }])
  }
  expect(advice().length).toBe(1)
  plain.clock.advance(HOUR)
  await forgotten('aina@kopi.example', plain.as(undefined))
  expect(advice().length).toBe(2)
  expect(plain.logs.join('')).not.toContain('aina@kopi.example')
  const methods = await visitor('GET', '/session/methods')
  expect(methods.body.forgottenPassword).toBe(true)
})
