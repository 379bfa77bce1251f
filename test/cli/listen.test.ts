import { randomBytes } from 'node:crypto'
import { signatureHeader } from '@counterfoil/contract/signature.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { until } from '../support/process.ts'
import { openReceiver } from '../support/receiver.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { run, startCommand } from './command.ts'

const secretsKey = randomBytes(32)
const harness = await createHarness({ secretsKey, webhookRetryDelaysSeconds: [0, 0, 0] }, {}, { pollMs: 50 })
const { admin, db, deps } = harness
deps.dispatcher.start()
afterAll(() => deps.dispatcher.stop())
const env = {
  DATABASE_URL: harness.databaseUrl,
  SECRETS_KEY: secretsKey.toString('base64'),
  ALLOW_PRIVATE_TARGETS: 'true',
}
const PREVIOUS_URL = 'https://api.example.com/hooks?from=counterfoil'

const market = openMarket(admin)
const issuer = await onboardIssuer(harness, { slug: 'acme-pay', webhookUrl: PREVIOUS_URL })
const visitor = visitorsOf(harness, issuer)
const { id: merchantId } = await market.shop()

/** A user of the partner claims a voucher, which emits a real event. */
async function claim(): Promise<string> {
  const { id: voucherId } = await market.offer(merchantId, { claimFlow: 'WALLET' })
  const { status, body } = await visitor()('POST', '/me/claims', { voucherId })
  expect(status).toBe(201)
  return body.id
}

async function webhookUrl(): Promise<string | null> {
  return (await admin('GET', `/admin/partners/${issuer.id}`)).body.webhookUrl
}

async function startListening(...args: string[]) {
  const listening = startCommand(env, ['listen', '--port', '0', ...args])
  onTestFinished(async () => {
    listening.child.kill('SIGKILL')
    await listening.done
  })
  const origin = () => listening.stderr().match(/listening at (http:\/\/127\.0\.0\.1:\d+\/)/)?.[1] ?? ''
  const ended = listening.done.then(({ code, stderr }) => {
    throw new Error(`ended with ${code}: ${stderr}`)
  })
  ended.catch(() => {})
  await Promise.race([until(() => origin() !== ''), ended])
  const lines = () => listening.stdout().split('\n').slice(0, -1)
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    listening.child.kill(signal)
    return listening.done
  }
  return { origin: origin(), stderr: listening.stderr, lines, stop }
}

/** Posts a delivery as the service does, signed with any secret. */
function post(url: string, secret: string, { secondsAgo = 0, headers = {}, body = '{"a":1}' } = {}) {
  const timestampSeconds = Math.floor(Date.now() / 1000) - secondsAgo
  return fetch(url, {
    method: 'POST',
    body,
    headers: { 'x-signature': signatureHeader({ secret, timestampSeconds, body }), ...headers },
  })
}

test('a claim prints one verified event, and Ctrl-C restores the previous URL', async () => {
  const { origin, stderr, lines, stop } = await startListening('--partner', 'acme-pay')
  expect(stderr()).toContain(`the webhook URL of acme-pay; Ctrl-C restores ${PREVIOUS_URL}`)
  expect(await webhookUrl()).toMatch(new RegExp(`^${origin}\\?instead-of=`))
  await claim()
  await until(() => lines().length > 0)
  expect(lines()).toEqual([
    expect.stringMatching(
      /^\d\d:\d\d:\d\d {2}CLAIM_CREATED {2}[0-9a-f-]{36} {2}attempt 1 {2}verified ✓ {2}→ 200$/,
    ),
  ])
  const { code, stderr: notes } = await stop()
  expect([code, await webhookUrl()]).toEqual([0, PREVIOUS_URL])
  expect(notes).toContain(`restored the webhook URL of acme-pay: ${PREVIOUS_URL}`)
  const entries = await db`
    select actor_kind, before->>'webhookUrl' as former, after->>'webhookUrl' as url
    from audit_log where action = 'partner.update' order by id`
  expect(entries).toEqual([
    { actorKind: 'cli', former: PREVIOUS_URL, url: expect.stringContaining(origin) },
    { actorKind: 'cli', former: expect.stringContaining(origin), url: PREVIOUS_URL },
  ])
})

test('--json and --print-body: one line per delivery, with the event as its body', async () => {
  const { lines, stop } = await startListening('--json', '--print-body')
  const claimId = await claim()
  await until(() => lines().length > 0)
  const [line] = lines().map((text) => JSON.parse(text))
  expect(line).toMatchObject({
    type: 'CLAIM_CREATED',
    attempt: 1,
    verified: true,
    fault: null,
    status: 200,
    body: { id: line.eventId, type: 'CLAIM_CREATED', data: { claimId } },
  })
  await stop('SIGTERM')
  expect(await webhookUrl()).toBe(PREVIOUS_URL)
})

test('--forward-to: body and headers arrive unchanged, its response is returned, and a failure is retried', async () => {
  const app = await openReceiver()
  app.behave = (_request, response) =>
    void response.writeHead(app.received.length === 1 ? 500 : 201, { 'retry-after': '0' }).end('noted')
  const { lines, stop } = await startListening('--forward-to', app.url.replace('http://', ''))
  await claim()
  await until(() => lines().length > 1)
  expect(lines()).toEqual([
    expect.stringMatching(/attempt 1 {2}verified ✓ {2}→ 500$/),
    expect.stringMatching(/attempt 2 {2}verified ✓ {2}→ 201$/),
  ])
  const [first, second] = app.received
  expect(second?.body).toBe(first?.body)
  expect(first?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^Counterfoil\//),
    'x-event-type': 'CLAIM_CREATED',
    host: new URL(app.url).host,
  })
  const { secret } = issuer.partner
  expect(app.received.map((one) => app.isSigned(one, secret, harness.clock.now))).toEqual([true, true])
  await stop()
})

test('--forward-to: 502 if nothing listens at that URL', async () => {
  const { origin, lines, stop } = await startListening('--forward-to', 'http://127.0.0.1:1/', '--json')
  expect((await post(origin, issuer.partner.secret)).status).toBe(502)
  await until(() => lines().length > 0)
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
    verified: true,
    status: 502,
    forwardError: 'ECONNREFUSED',
  })
  await stop()
})

test('after a kill, the next listen restores the previous URL', async () => {
  const killed = await startListening()
  await killed.stop('SIGKILL')
  expect(await webhookUrl()).toContain(killed.origin)
  const next = await startListening()
  expect(next.stderr()).toContain(`restores ${PREVIOUS_URL}`)
  await next.stop()
  expect(await webhookUrl()).toBe(PREVIOUS_URL)
})

test('after a kill, if the partner had no URL, the next listen removes it', async () => {
  await market.change(`/admin/partners/${issuer.id}`, { webhookUrl: null })
  await (await startListening()).stop('SIGKILL')
  const next = await startListening()
  expect(next.stderr()).toContain('Ctrl-C removes it')
  const { code, stderr } = await next.stop()
  expect([code, await webhookUrl()]).toEqual([0, null])
  expect(stderr).toContain('removed the webhook URL of acme-pay')
  await market.change(`/admin/partners/${issuer.id}`, { webhookUrl: PREVIOUS_URL })
})

test('a URL that was set in the meantime is kept', async () => {
  const { stop } = await startListening()
  const other = 'https://other.example.com/hooks'
  await market.change(`/admin/partners/${issuer.id}`, { webhookUrl: other })
  const { code, stderr } = await stop()
  expect([code, await webhookUrl()]).toEqual([0, other])
  expect(stderr).toContain('was changed in the meantime and is kept')
  await market.change(`/admin/partners/${issuer.id}`, { webhookUrl: PREVIOUS_URL })
})

test('after a secret rotation, deliveries signed with the new secret are verified without a restart', async () => {
  const { lines, stop } = await startListening('--json')
  const { body: rotated } = await admin('POST', `/admin/partners/${issuer.id}/secret/rotate`)
  await admin('POST', `/admin/partners/${issuer.id}/secret/promote`)
  await claim()
  await until(() => lines().length > 0)
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ type: 'CLAIM_CREATED', verified: true })
  expect(rotated.secret).not.toBe(issuer.partner.secret)
  await stop()
})

test('--secret needs no database; each invalid signature answers 401 and prints its reason', async () => {
  const secret = 'whsec_of_a_partner_who_only_verifies'
  const listening = startCommand({}, ['listen', '--port', '0', '--secret', secret, '--json'])
  onTestFinished(() => void listening.child.kill('SIGKILL'))
  await until(() => listening.stderr().includes('listening at'))
  const url = listening.stderr().match(/http:\S+\//)?.[0] ?? ''
  const statuses = [
    (await post(url, secret, { headers: { 'x-event-id': 'one', 'x-event-type': '\u0090' } })).status,
    (await post(url, 'another secret')).status,
    (await post(url, secret, { secondsAgo: 400 })).status,
    (await post(url, secret, { headers: { 'x-signature': 'v1=00' } })).status,
    (await fetch(url, { method: 'POST', body: '{}' })).status,
  ]
  expect(statuses).toEqual([200, 401, 401, 401, 401])
  listening.child.kill('SIGINT')
  const { code, stdout } = await listening.done
  const printed = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).fault)
  expect([code, printed]).toEqual([
    0,
    [
      null,
      'signed with another secret, or changed on the way',
      expect.stringMatching(/^its timestamp differs from this clock by 40\d s$/),
      'x-signature is not t=<seconds>,v1=<hex>',
      'the x-signature header is missing',
    ],
  ])
})

test('control characters in a delivery do not reach the terminal', async () => {
  const listening = startCommand({}, ['listen', '--port', '0', '--secret', 'x'.repeat(32), '--print-body'])
  onTestFinished(() => void listening.child.kill('SIGKILL'))
  await until(() => listening.stderr().includes('listening at'))
  const url = listening.stderr().match(/http:\S+\//)?.[0] ?? ''
  await post(url, 'y'.repeat(32), { headers: { 'x-event-type': '\u009b31m' }, body: 'no JSON \u001b[31m' })
  await until(() => listening.stdout().includes('no JSON'))
  expect(listening.stdout()).toContain('not verified: signed with another secret')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: asserts that there are none
  expect(listening.stdout()).not.toMatch(/[\u001b\u009b]/)
})

test('exit code 2: several partners and no --partner, an invalid port, an invalid URL, --partner with --secret', async () => {
  await onboardIssuer(harness, { slug: 'bolt-pay' })
  const [several, port, url, both] = await Promise.all([
    run(env, ['listen', '--port', '0']),
    run(env, ['listen', '--port', '70000']),
    run(env, ['listen', '--forward-to', 'ftp://localhost:3000']),
    run(env, ['listen', '--partner', 'acme-pay', '--secret', 'x']),
  ])
  expect([several.code, port.code, url.code, both.code]).toEqual([2, 2, 2, 2])
  expect(several.stderr).toContain('there are several partners: add --partner acme-pay | bolt-pay')
  expect(port.stderr).toContain('--port 70000 is not a port: use a number from 0 to 65535')
  expect(url.stderr).toContain('--forward-to ftp://localhost:3000 is not an http or https URL')
  expect(both.stderr).toContain('--partner cannot be combined with a secret')
  expect(await webhookUrl()).toBe(PREVIOUS_URL)
})

test('exit code 3: an unknown partner; exit code 1: ALLOW_PRIVATE_TARGETS is not true', async () => {
  const [unknown, forbidden] = await Promise.all([
    run(env, ['listen', '--partner', 'nobody']),
    run({ ...env, ALLOW_PRIVATE_TARGETS: 'false' }, ['listen', '--partner', 'acme-pay']),
  ])
  expect([unknown.code, forbidden.code]).toEqual([3, 1])
  expect(unknown.stderr).toContain('not_found: partner nobody')
  expect(forbidden.stderr).toContain('ALLOW_PRIVATE_TARGETS is not true')
  expect(await webhookUrl()).toBe(PREVIOUS_URL)
})
