import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { standardSecret } from '@counterfoil/contract/standard-webhook.ts'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { Received } from '../support/receiver.ts'
import { emitEvents, onboardWithReceiver, startDelivering } from './delivery-scene.ts'

const harness = await startDelivering()
const DAY_MS = 24 * 60 * 60 * 1000

/** The library reads the clock of the machine, and the harness starts with the same time. */
const verify = ({ body, headers }: Received, secret: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
const partnerPath = (id: string, path: string) => `/admin/partners/${id}/${path}`

async function deliverOne(onboarded: Awaited<ReturnType<typeof onboardWithReceiver>>) {
  const { partner, receiver } = onboarded
  const count = receiver.received.length
  const [event] = await emitEvents(harness, partner.id)
  const received = (await receiver.waitFor(count + 1))[count] as Received
  return { event, received }
}

test('the library of Standard Webhooks verifies a delivery with the secret as it was given out', async () => {
  const onboarded = await onboardWithReceiver(harness)
  const { event, received } = await deliverOne(onboarded)
  const { secret } = onboarded.partner
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(received.headers).toMatchObject({
    'webhook-id': event?.id,
    'webhook-timestamp': String(Math.floor(harness.clock.now.getTime() / 1000)),
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
  })
  expect(verify(received, secret)).toEqual(event)
  expect(() => verify({ ...received, body: `${received.body} ` }, secret)).toThrow('No matching signature')
  expect(() => verify(received, standardSecret('the secret of somebody else'))).toThrow('No matching')
  expect(onboarded.receiver.isSigned(received, secret, harness.clock.now)).toBe(true)
})

test.each([
  ['generated before, in base64url', 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'],
  ['chosen by the partner', 'a-secret-that-the-partner-has-already'],
  ['whsec_ with text that is not base64', 'whsec_the_secret_that_we_had_from_the_start'],
])('a secret that was %s works as whsec_ and the base64 of its text', async (_, secret) => {
  const onboarded = await onboardWithReceiver(harness, { secret })
  const { event, received } = await deliverOne(onboarded)
  expect(verify(received, `whsec_${Buffer.from(secret).toString('base64')}`)).toEqual(event)
  expect(verify(received, standardSecret(secret))).toEqual(event)
  expect(onboarded.receiver.isSigned(received, secret, harness.clock.now)).toBe(true)
})

test('the example of the guide verifies a delivery', async () => {
  const onboarded = await onboardWithReceiver(harness)
  const { event, received } = await deliverOne(onboarded)
  const guide = readFileSync('docs/webhooks.md', 'utf8')
  const code = /^```js\n(\/\/ standard\.mjs[\s\S]*?)^```$/m.exec(guide)?.[1] ?? ''
  // The file is below node_modules, so that it finds the library.
  mkdirSync('node_modules/.cache', { recursive: true })
  const file = resolve('node_modules/.cache/standard.mjs')
  writeFileSync(file, code)
  process.env.SECRET = onboarded.partner.secret
  const { verify: verifyByGuide } = await import(file)
  expect(verifyByGuide(received.body, received.headers)).toEqual(event)
})

test('the shell line of the guide converts an old secret', () => {
  const line = /^STANDARD_SECRET=.*$/m.exec(readFileSync('docs/webhooks.md', 'utf8'))?.[0]
  const secret = 'whsec_a-secret_of-more-than-76-characters-which-some-tools-would-wrap-into-two-lines'
  const env = { PATH: process.env.PATH, SECRET: secret }
  const output = execFileSync('bash', ['-c', `${line}; printf %s "$STANDARD_SECRET"`], { env })
  expect(output.toString()).toBe(standardSecret(secret))
})

test('both secrets verify from rotation until 24 hours after promotion; x-signature has one signature', async () => {
  const onboarded = await onboardWithReceiver(harness)
  const { id, secret: old } = onboarded.partner
  const { body: rotated } = await harness.admin('POST', partnerPath(id, 'secret/rotate'))
  const whileWaiting = await deliverOne(onboarded)
  await harness.admin('POST', partnerPath(id, 'secret/promote'))
  const afterwards = await deliverOne(onboarded)
  for (const { event, received } of [whileWaiting, afterwards]) {
    for (const secret of [old, rotated.secret]) expect(verify(received, secret)).toEqual(event)
    expect(received.headers['x-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
  }

  harness.clock.advance(DAY_MS)
  const { received } = await deliverOne(onboarded)
  expect(String(received.headers['webhook-signature']).split(' ')).toHaveLength(1)
})

test('an attempt after a failure has the same id and another time', async () => {
  const onboarded = await onboardWithReceiver(harness)
  const { receiver } = onboarded
  receiver.behave = (_request, response) => void response.writeHead(500).end()
  const { received: first } = await deliverOne(onboarded)
  receiver.behave = (_request, response) => void response.end()
  await expect
    .poll(async () => {
      harness.clock.advance(5000)
      return receiver.received.length
    })
    .toBe(2)
  const [, second] = receiver.received
  expect(second?.headers['webhook-id']).toBe(first.headers['webhook-id'])
  expect(second?.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp'])
  expect(second?.headers['webhook-signature']).not.toBe(first.headers['webhook-signature'])
})
