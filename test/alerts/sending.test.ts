import { beforeEach, describe, expect, test } from 'vitest'
import { sendMessages } from '../../src/domain/alerts/messages/send-messages.ts'
import { watchAlerts } from '../../src/domain/alerts/watch-alerts.ts'
import { createHarness } from '../support/harness.ts'
import { openMailbox } from '../support/mailbox.ts'
import { HOUR_MS, MINUTE_MS, openAlertScene } from './alert-scene.ts'

const mailbox = await openMailbox()
const harness = await createHarness({
  ...{ allowPrivateTargets: true, publicUrl: 'https://vouchers.acme.example' },
  ...{ smtpUrl: mailbox.url, smtpFrom: 'Counterfoil <alerts@acme.example>', smtpRequiresTls: false },
})
const { clock, db, deps, logs } = harness
const { admin, create, receive, get, work, notice, clear } = openAlertScene(harness)
const DAY_MS = 24 * HOUR_MS

beforeEach(async () => {
  await clear()
  mailbox.mails.length = 0
  mailbox.refuseAll(false)
})

const pool = (name: string) =>
  notice(name, { kind: 'POOL_LOW', subjectType: 'voucher', facts: { available: 5, total: 100 } })
const untilOClock = () => clock.advance(HOUR_MS - (clock.now.getTime() % HOUR_MS))

test('EMAIL: one to each address, with the service’s Message-ID, and nothing of staff in it', async () => {
  await create({ kind: 'EMAIL', addresses: ['aina@acme.example', 'adam@acme.example'] })
  await notice('Siti Rahman')
  await work()
  expect(mailbox.mails.map(({ to }) => to).sort()).toEqual([['adam@acme.example'], ['aina@acme.example']])
  const [message] = await db`select id, state, accepted_by from alert_messages`
  expect(message).toMatchObject({ state: 'SENT', acceptedBy: [] })
  for (const { raw } of mailbox.mails) {
    expect(raw).toContain(`Message-ID: <${message?.id}@acme.example>`)
    expect(raw.replaceAll(/\r\n /g, ' ')).toContain(
      'Subject: Counterfoil: A member of staff, an admin, signed in',
    )
    expect(raw).toContain('https://vouchers.acme.example/console/alerts')
    expect(raw).toContain('Auto-Submitted: auto-generated')
    expect(raw).not.toContain('Siti')
  }
})

test('EMAIL: a refused address gets it later, the others do not get it twice, and later messages do not wait', async () => {
  const { id } = await create({ kind: 'EMAIL', addresses: ['aina@acme.example', 'adam@acme.example'] })
  mailbox.refuse(/^adam/)
  await pool('Kopi')
  await work()
  expect(await get(id)).toMatchObject({
    state: 'FAILING',
    lastError: 'not accepted for 1 of 2 addresses: the server answered 550 to RCPT TO',
  })
  await notice('Somebody')
  await work()
  mailbox.refuseAll(false)
  clock.advance(HOUR_MS)
  await work()
  const addressees = mailbox.mails.map(({ to, raw }) => [to[0], raw.includes('Kopi') ? 'pool' : 'device'])
  expect(addressees.sort()).toEqual([
    ['adam@acme.example', 'device'],
    ['adam@acme.example', 'pool'],
    ['aina@acme.example', 'device'],
    ['aina@acme.example', 'pool'],
  ])
  expect(await get(id)).toMatchObject({ state: 'OK', lastError: null, failingSince: null })
  expect(logs.join('')).not.toContain('adam@')
})

test('SLACK: text and blocks, in which a name mentions nobody and hides no link', async () => {
  const { bodies, receiver } = await receive('SLACK')
  await pool('<!channel> & <https://evil.example|Kopi>')
  await work()
  const sentence = '5 of 100 codes left for <!channel> & <https://evil.example|Kopi>'
  expect(bodies()).toEqual([
    {
      text: '5 of 100 codes left for &lt;!channel&gt; &amp; &lt;https://evil.example|Kopi&gt;',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: sentence, emoji: false } },
        {
          type: 'section',
          text: {
            type: 'plain_text',
            text: expect.stringContaining(`1 code pool is low\n• ${sentence} (`),
            emoji: false,
          },
        },
        {
          type: 'context',
          elements: [
            {
              type: 'mrkdwn',
              text: 'All current alerts are in the console: <https://vouchers.acme.example/console/alerts>',
            },
          ],
        },
      ],
    },
  ])
  expect(receiver.received[0]?.headers).not.toHaveProperty('x-signature')
})

test('TEAMS: an Adaptive Card in a message, with names as text runs', async () => {
  const { bodies } = await receive('TEAMS')
  await pool('[Kopi](https://evil.example)')
  await work()
  const [{ type, attachments }] = bodies()
  expect([type, attachments.length]).toEqual(['message', 1])
  const { contentType, content } = attachments[0]
  expect(contentType).toBe('application/vnd.microsoft.card.adaptive')
  expect(content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' })
  expect(content.body.every((block: { type: string }) => block.type === 'RichTextBlock')).toBe(true)
  expect(JSON.stringify(content.body)).toContain('5 of 100 codes left for [Kopi](https://evil.example)')
  expect(content.actions).toEqual([
    { type: 'Action.OpenUrl', title: 'Open', url: 'https://vouchers.acme.example/console/alerts' },
  ])
})

test('SIGNED: an event with the signature of webhooks and of Standard Webhooks', async () => {
  const { bodies, receiver, destination } = await receive('SIGNED')
  await pool('Kopi')
  await work()
  const [one] = receiver.received
  const { id } = bodies()[0]
  expect(receiver.isSigned(one as never, destination.secret, clock.now)).toBe(true)
  expect(one?.headers).toMatchObject({
    ...{ 'webhook-id': id, 'x-event-id': id, 'x-event-type': 'ALERTS_CHANGED', 'x-delivery-attempt': '1' },
    'webhook-signature': expect.stringMatching(/^v1,/),
  })
  expect(bodies()[0]).toEqual({
    ...{ id, type: 'ALERTS_CHANGED', createdAt: expect.any(String) },
    data: {
      alerts: [
        {
          ...{ id: expect.any(String), kind: 'POOL_LOW', change: 'HAPPENED' },
          message: '5 of 100 codes left for Kopi',
          subject: { type: 'voucher', id: expect.any(String), name: 'Kopi' },
          ...{ merchantId: null, partnerId: null, since: expect.any(String), endedAt: null },
        },
      ],
    },
  })
})

test('in the language of the destination; the event of a program is English', async () => {
  const settings = { kind: 'EMAIL', addresses: ['aina@acme.example'], language: 'ar' }
  const { id } = await create(settings)
  const [slack, teams, signed] = [
    await receive('SLACK', { language: 'ms' }),
    await receive('TEAMS', { language: 'zh-Hans' }),
    await receive('SIGNED', { language: 'ms' }),
  ]
  await pool('Kopi')
  await work()
  const mail = mailbox.mails[0]?.raw
  expect(mail).toContain('<div lang="ar" dir="rtl">')
  expect(mail).toContain('<b>مجموعة رموز واحدة توشك على النفاد</b>')
  expect(mail).toContain('Subject: Counterfoil: الرموز المتبقية')
  expect(slack.bodies()[0].text).toBe('5 daripada 100 kod tinggal bagi Kopi')
  const card = teams.bodies()[0].attachments[0].content
  expect([card.lang, card.fallbackText, card.actions[0].title]).toEqual([
    ...['zh-Hans', 'Kopi 的券码还剩 5 个，共 100 个', '打开'],
  ])
  expect(signed.bodies()[0].data.alerts[0].message).toBe('5 of 100 codes left for Kopi')

  const { body } = await admin('PATCH', `/admin/alert-destinations/${id}`, { language: 'en' })
  expect(body.language).toBe('en')
  await admin('POST', `/admin/alert-destinations/${slack.destination.id}/test`)
  expect(slack.bodies()[1].text).toBe('Mesej ujian daripada Counterfoil')
})

describe('never a storm', () => {
  test('a hundred of a kind are one message, ten of them with a line', async () => {
    const { bodies } = await receive('SLACK')
    for (let i = 0; i < 100; i += 1) await pool(`Kopi ${i}`)
    await work()
    expect(bodies()).toHaveLength(1)
    expect(bodies()[0].text).toBe('100 code pools are low')
    expect(bodies()[0].blocks[1].text.text.split('\n')).toHaveLength(12)
    expect(bodies()[0].blocks[1].text.text).toContain('and 90 more')
  })

  test('a kind is sent at once, then what follows within 10 minutes in one message; another kind does not wait', async () => {
    const { bodies } = await receive('SLACK')
    for (let minute = 0; minute < 9; minute += 1) {
      await pool(`Kopi ${minute}`)
      await work()
    }
    expect(bodies()).toHaveLength(1)
    await notice('Somebody')
    await work()
    expect(bodies()).toHaveLength(2)
    await work()
    expect(bodies()).toHaveLength(3)
    expect(bodies()[2].text).toBe('8 code pools are low')
  })
})

test('HOURLY: everything of an hour in one message, after the full hour', async () => {
  const { bodies } = await receive('SLACK', { timing: 'HOURLY' })
  untilOClock()
  await pool('One')
  await work()
  await notice('Two')
  await work()
  expect(bodies()).toEqual([])
  untilOClock()
  await pool('Three')
  await work()
  expect(bodies()).toHaveLength(1)
  expect(bodies()[0].text).toBe('2 alerts')
  untilOClock()
  await work()
  expect(bodies()).toHaveLength(2)
})

test('quiet hours: held by the clock of the zone, across midnight, and sent after them, nothing lost', async () => {
  const zone = 'Asia/Kathmandu'
  const at = (time: string) => {
    const now = Temporal.Instant.fromEpochMilliseconds(clock.now.getTime()).toZonedDateTimeISO(zone)
    const wanted = now.withPlainTime(Temporal.PlainTime.from(time))
    const next = Temporal.ZonedDateTime.compare(wanted, now) > 0 ? wanted : wanted.add({ days: 1 })
    // The scene goes on by a minute before it works.
    clock.now = new Date(next.epochMilliseconds - MINUTE_MS)
  }
  const quietHours = { from: '22:00', until: '07:00' }
  const { bodies, receiver } = await receive('SLACK', { timezone: zone, quietHours })
  at('21:59')
  receiver.behave = (_request, response) => void response.writeHead(500).end()
  await pool('Failed before')
  await work()
  receiver.behave = (_request, response) => void response.end('ok')
  expect(bodies()).toHaveLength(1)
  for (const time of ['22:00', '23:59', '00:00', '06:59']) {
    at(time)
    await notice(time)
    await work()
    expect(bodies()).toHaveLength(1)
  }
  at('07:00')
  await work()
  await work()
  expect(bodies().map(({ text }) => text)).toEqual([
    '5 of 100 codes left for Failed before',
    '5 of 100 codes left for Failed before',
    '4 sign-ins on new devices',
  ])
})

describe('a destination that fails', () => {
  test('is tried again with the same id, later each time; everything else waits for its next message', async () => {
    const { bodies, receiver, destination } = await receive('SIGNED')
    receiver.behave = (_request, response) => void response.writeHead(500).end('at /secret/path')
    await pool('Kopi')
    await work()
    const since = clock.now.toISOString()
    const failing = { state: 'FAILING', failingSince: since, lastError: 'the receiver answered 500' }
    expect(await get(destination.id)).toMatchObject({ ...failing, waiting: 1 })
    await pool('Tea')
    await notice('Somebody')
    clock.advance(-20_000)
    await work()
    expect([bodies().length, (await get(destination.id)).waiting]).toEqual([2, 3])
    await work()
    expect(bodies()).toHaveLength(2)
    receiver.behave = (_request, response) => void response.end()
    await work()
    clock.advance(10 * MINUTE_MS)
    await work()
    const [first, second, third, fourth] = bodies()
    expect([second, third]).toEqual([first, first])
    expect(fourth.data.alerts).toHaveLength(2)
    expect(receiver.received.map(({ headers }) => headers['x-delivery-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '1',
    ])
    expect(await get(destination.id)).toMatchObject({ state: 'OK', failingSince: null, waiting: 0 })
  })

  test('waits as long as it asks for with retry-after', async () => {
    const { bodies, receiver } = await receive('SLACK')
    receiver.behave = (_request, response) => void response.writeHead(429, { 'retry-after': '3600' }).end()
    await pool('Kopi')
    await work()
    clock.advance(50 * MINUTE_MS)
    await work()
    expect(bodies()).toHaveLength(1)
    clock.advance(10 * MINUTE_MS)
    await work()
    expect(bodies()).toHaveLength(2)
  })

  test('is an alert itself, sent to the others after 10 minutes, with its end', async () => {
    const broken = await receive('SLACK', {
      name: 'Broken channel',
      alertKinds: ['POOL_LOW', 'DESTINATION_FAILING'],
    })
    const { bodies } = await receive('SIGNED', { alertKinds: ['DESTINATION_FAILING'] })
    broken.receiver.behave = (_request, response) => void response.writeHead(404).end()
    await pool('Kopi')
    await work()
    const message = 'Alerts cannot be sent to Broken channel: the receiver answered 404'
    const { items } = (await admin('GET', '/admin/alerts')).body
    expect(items[0]).toMatchObject({
      ...{ kind: 'DESTINATION_FAILING', message, since: clock.now.toISOString() },
      subject: { type: 'destination', id: broken.destination.id, name: 'Broken channel' },
    })
    expect(bodies()).toEqual([])
    clock.advance(10 * MINUTE_MS)
    await work()
    expect(bodies()[0].data.alerts[0]).toMatchObject({
      kind: 'DESTINATION_FAILING',
      change: 'BEGAN',
      message,
    })
    broken.receiver.behave = (_request, response) => void response.end('ok')
    clock.advance(HOUR_MS)
    await work()
    clock.advance(HOUR_MS)
    await work()
    expect(bodies()[1].data.alerts[0]).toMatchObject({ change: 'ENDED' })
    const texts = broken.bodies().map(({ text }) => text)
    expect(new Set(texts)).toEqual(new Set(['5 of 100 codes left for Kopi']))
  })

  test('keeps the message for 3 days, then gives it up; the next one is tried', async () => {
    const { receiver, destination } = await receive('SLACK')
    receiver.behave = (_request, response) => void response.writeHead(500).end()
    await pool('Kopi')
    await work()
    clock.advance(3 * DAY_MS - HOUR_MS)
    await work()
    expect(await get(destination.id)).toMatchObject({ waiting: 1, givenUp: 0 })
    clock.advance(2 * HOUR_MS)
    await work()
    expect(await get(destination.id)).toMatchObject({ state: 'FAILING', waiting: 0, givenUp: 1 })
    expect(logs.join('')).toContain('a message about alerts was given up')
    const metrics = (await harness.admin('GET', '/metrics')).body
    expect(metrics).toContain('counterfoil_alert_destinations{state="failing"} 1')
    expect(metrics).toContain('counterfoil_alert_messages{state="given_up"} 1')
  })
})

test('two workers at once send each message once', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => receive('SIGNED')))
  const node = await harness.startNode()
  for (let round = 0; round < 4; round += 1) {
    await pool(`Kopi ${round}`)
    clock.advance(11 * MINUTE_MS)
    await Promise.all([watchAlerts(deps), watchAlerts(node.deps)])
    await Promise.all([sendMessages(deps), sendMessages(node.deps), sendMessages(deps)])
  }
  for (const { bodies } of all)
    expect(
      bodies().flatMap(({ data }) => data.alerts.map(({ message }: { message: string }) => message)),
    ).toEqual([0, 1, 2, 3].map((round) => `5 of 100 codes left for Kopi ${round}`))
})

test('an alert that begins and ends between two messages is one line', async () => {
  const { bodies } = await receive('SLACK', { timing: 'HOURLY' })
  untilOClock()
  const broken = await receive('SIGNED', { name: 'Broken', alertKinds: ['POOL_LOW'] })
  await db`update alert_destinations set failing_since = ${new Date(clock.now.getTime() - HOUR_MS)}, last_error = 'x'
    where id = ${broken.destination.id}`
  await work()
  await db`update alert_destinations set failing_since = null where id = ${broken.destination.id}`
  await work()
  untilOClock()
  await work()
  expect(bodies()).toHaveLength(1)
  expect(bodies()[0].text).toBe('Alerts cannot be sent to Broken: x')
  expect(bodies()[0].blocks[1].text.text).toMatch(/\(from .+ to .+\)$/)
})
