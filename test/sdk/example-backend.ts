import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { redemptionCreated } from '../../src/domain/webhooks/outbox/events.ts'
import { enqueueEvents } from '../../src/domain/webhooks/outbox/outbox.ts'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import type { Harness } from '../support/harness.ts'
import { freePort, until } from '../support/process.ts'
import { onboard } from '../support/signing.ts'
import { untilFeedIsComplete } from '../webhooks/feed-complete.ts'
import { listen } from './sdk-scene.ts'

type Program = { command: string[]; cwd: string; env?: Record<string, string> }

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Walks through an example: it catches up on an event, serves its keys, opens vouchers for a user, and gets a webhook. */
export async function walkThroughExample(harness: Harness, { command, cwd, env }: Program): Promise<void> {
  // The program has the clock of the machine.
  harness.clock.now = new Date()
  const port = await freePort()
  const backend = `http://127.0.0.1:${port}`
  const keyFile = join(cwd, `key-${port}.pem`)
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const partner = await onboard(harness.admin, { jwksUrl: `${backend}/jwks.json`, publicKey: null })
  // Without a webhook URL, this event is only in the feed.
  await redeem(harness, partner.id)
  await untilFeedIsComplete(harness.db)
  await harness.admin('PATCH', `/admin/partners/${partner.id}`, { webhookUrl: `${backend}/hooks` })
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd,
    env: {
      ...{ PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
      ...{ COUNTERFOIL_URL: await listen(harness), SLUG: partner.slug, SECRETS: partner.secret },
      ...{ ISSUER: partner.jwtIssuer, PRIVATE_KEY: keyFile, PORT: String(port) },
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const redemptions = () => output.split('user-42 redeemed Tea for two').length - 1
  await until(() =>
    fetch(`${backend}/jwks.json`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  expect(redemptions(), output).toBe(1)

  const externalUserId = `user of ${partner.slug}`
  const link = await (await fetch(`${backend}/vouchers`, { headers: { 'x-user': externalUserId } })).text()
  const token = link.split('#token=')[1]
  const [user] = await harness.db`select id from users where external_user_id = ${externalUserId}`
  expect(await harness.as(token)('GET', '/me'), output).toMatchObject({ status: 200, body: { id: user?.id } })

  const forged = await fetch(`${backend}/hooks`, { method: 'POST', body: '{}' })
  expect(forged.status).toBe(401)
  const eventId = await redeem(harness, partner.id)
  await until(async () => {
    const [delivery] = await harness.db`select state from deliveries where event_id = ${eventId}`
    return delivery?.state === 'DELIVERED'
  })
  expect(redemptions(), output).toBe(2)
}

/** Writes the event of a redemption, whose title has markup. Returns the id of the event. */
async function redeem({ db, deps, clock }: Harness, partnerId: string): Promise<string> {
  const event = redemptionCreated(
    { id: orderedId(), createdAt: clock.now },
    {
      ...{ userId: orderedId(), externalUserId: 'user-42', redemptionId: orderedId() },
      ...{ voucherId: orderedId(), voucherTitle: '{b}Tea{/b} for two', status: 'SUCCESS', flagReason: null },
      ...{ outletId: orderedId(), outletName: 'Kopi Corner', merchantId: orderedId(), merchantName: 'Kopi' },
      method: 'PIN',
    },
  )
  await db.begin((tx) => enqueueEvents(tx, [{ partnerId, event }]))
  deps.eventNotifier.notify()
  return event.id
}
