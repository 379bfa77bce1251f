import { execFile, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { Counterfoil, type CounterfoilEvent } from '../../sdk/src/partner.ts'
import { createHarness } from '../support/harness.ts'
import { freePort, until } from '../support/process.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { onboard } from '../support/signing.ts'
import { installSdk } from './installed-sdk.ts'
import { clientOf, listen } from './sdk-scene.ts'

const harness = await createHarness()
harness.clock.now = new Date()
const twin = await openTwin(harness)
const { sandbox } = await clientOf(harness, twin.partner)
const COUNTERFOIL_URL = await listen(harness)
const { slug: SLUG, secret: SECRET } = twin.partner
const command = join(await installSdk(), 'node_modules/@counterfoil/partner/dist/cli.js')
const port = await freePort()
const NOWHERE = `http://localhost:${await freePort()}`
const forward = ['--forward-to', `http://127.0.0.1:${port}/hooks`]

/** What the receiver verified, with the header of its attempt. */
const received: { event: CounterfoilEvent; attempt: string }[] = []
/** The statuses of the next responses. */
const failures: number[] = []
const { webhooks } = new Counterfoil({ baseUrl: COUNTERFOIL_URL, slug: SLUG, secret: SECRET })
const receiver = createServer(async (request, response) => {
  const failure = failures.shift()
  if (failure !== undefined) return response.writeHead(failure, { location: '/' }).end('Not today\nat all')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const event = await webhooks.verify(Buffer.concat(chunks), request.headers)
  received.push({ event, attempt: String(request.headers['x-delivery-attempt']) })
  response.end()
}).listen(port)
afterAll(() => void receiver.close())

const run = (args: string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [command, ...args], { env })

test('listen forwards each new event with a valid signature, and again after a failure', async () => {
  const { voucherId } = (await sandbox.scenarios()).find(({ scenario }) => scenario === 'succeeds') as {
    voucherId: string
  }
  await sandbox.redeem({ externalUserId: 'before', voucherId })
  const child = spawn(process.execPath, [command, 'listen', ...forward], {
    env: { COUNTERFOIL_URL, SLUG, SECRET },
  })
  afterAll(() => void child.kill())
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  await until(() => output.includes('Forwarding the events'))
  failures.push(500)
  const redemption = await sandbox.redeem({ externalUserId: 'mei', voucherId })
  await until(() => received.length > 0)
  const [{ event, attempt } = {}] = received
  expect(event).toMatchObject({ type: 'REDEMPTION_CREATED', data: { redemptionId: redemption.id } })
  expect(attempt).toBe('2')
  await until(() => output.includes('attempt 2  → 200'))
  expect(output).toContain('attempt 1  → 500 (Not today)\n')

  await sandbox.reset()
  await until(() => output.includes('is gone'))
  await sandbox.redeem({ externalUserId: 'mei', voucherId })
  await until(() => received.length === 2)
  expect(output.match(/is gone/g)).toHaveLength(1)
  child.kill()
})

test('trigger sends a signed sample with a new id, and fails with the receiver', async () => {
  received.length = 0
  const { stdout } = await run(['trigger', 'CLAIM_CREATED', ...forward], { SECRET })
  expect(stdout).toContain('→ 200')
  expect(received[0]?.event.type).toBe('CLAIM_CREATED')
  const [, url] = forward
  for (const status of [401, 307]) {
    failures.push(status)
    await expect(run(['trigger', `--forward-to=${url}`, 'CLAIM_CREATED'], { SECRET })).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`→ ${status} (Not today)`),
    })
  }
})

test('no receiver: says why there is no response', async () => {
  const nobody = `http://localhost:${await freePort()}`
  await expect(run(['trigger', 'CLAIM_CREATED', '--forward-to', nobody], { SECRET })).rejects.toMatchObject({
    stdout: expect.stringMatching(/→ no response: .*ECONNREFUSED/),
  })
})

test.each([['--help'], ['listen', '-h'], ['help']])('%s: prints the usage', async (...args) => {
  expect((await run(args, {})).stdout).toContain('listen --forward-to')
})

test.each([
  ['nothing', [], {}, /npx @counterfoil\/partner listen/],
  ['an unknown command', ['lisen', ...forward], {}, /^Unknown command "lisen"/],
  ['an unknown option', ['listen', '--port', '80', ...forward], {}, /^Unknown: --port 80/],
  ['no receiver', ['listen'], {}, /^--forward-to is missing/],
  ['no secret', ['trigger', 'CLAIM_CREATED', ...forward], {}, /^Set SECRET in/],
  ['no settings', ['listen', ...forward], { SLUG }, /^Set COUNTERFOIL_URL, SECRET in/],
  ['no service', ['listen', ...forward], { COUNTERFOIL_URL: NOWHERE, SLUG, SECRET }, /ECONNREFUSED/],
  ['an unknown type', ['trigger', 'NOPE', ...forward], { SECRET }, /^Unknown type "NOPE". One of: CLAIM/],
  ['not a URL', ['trigger', 'CLAIM_CREATED', '--forward-to', 'localhost:4000'], { SECRET }, /must be a URL/],
  ['a wrong secret', ['listen', ...forward], { COUNTERFOIL_URL, SLUG, SECRET: 'no' }, /invalid_signature/],
])('%s: says what is wrong', async (_name, args, env, message) => {
  await expect(run(args, env as Record<string, string>)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(message),
  })
})

test('a live partner is refused: events of customers stay off the machines of developers', async () => {
  const { slug, secret } = await onboard(harness.admin)
  await expect(
    run(['listen', ...forward], { COUNTERFOIL_URL, SLUG: slug, SECRET: secret }),
  ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('live_mode') })
})
