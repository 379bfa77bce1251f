import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openAlertScene } from '../alerts/alert-scene.ts'
import { createHarness } from '../support/harness.ts'
import { openMailbox } from '../support/mailbox.ts'
import { type Node, spawnNode, until, untilUp } from '../support/process.ts'

const mailbox = await openMailbox()
const secretsKey = randomBytes(32)
const harness = await createHarness({ secretsKey, allowPrivateTargets: true })
const { db } = harness
const { create, receive, notice } = openAlertScene(harness)
const workers: Node[] = []
afterAll(async () => {
  for (const { child } of workers) child.kill('SIGKILL')
  await Promise.all(workers.map(({ exited }) => exited))
})

async function startWorker(): Promise<Node> {
  const env = {
    DATABASE_URL: harness.databaseUrl,
    SECRETS_KEY: secretsKey.toString('base64'),
    ALLOW_PRIVATE_TARGETS: 'true',
    SMTP_URL: mailbox.url,
  }
  const worker = spawnNode(env, 'test/faults/alert-worker.ts')
  workers.push(worker)
  return untilUp(worker)
}

test('kill -9 between sending and recording: sent again by the next worker, with the same id; nothing else twice', {
  timeout: 120_000,
}, async () => {
  const broken = await receive('SIGNED', { name: 'Killed while it answers' })
  const calm = await receive('SIGNED', { name: 'Calm' })
  await create({ kind: 'EMAIL', addresses: ['aina@acme.example'] })
  const first = await startWorker()
  // Neither the receiver nor the mail server answers the first worker. Both have the message.
  let isAlive = true
  broken.receiver.behave = async (_request, response) => {
    if (!isAlive) response.end()
  }
  mailbox.beforeAccepting(() => (isAlive ? new Promise(() => {}) : Promise.resolve()))
  await notice('Somebody')
  await until(() => broken.receiver.received.length === 1 && mailbox.mails.length === 1)
  await until(async () => (await db`select from alert_messages where state = 'SENT'`).length === 1)
  first.child.kill('SIGKILL')
  await first.exited
  isAlive = false

  await Promise.all([startWorker(), startWorker()])
  await until(async () => (await db`select from alert_messages where state = 'SENT'`).length === 3, 60_000)
  await sleep(2000)
  const [sent, repeated] = broken.bodies()
  expect(broken.bodies()).toHaveLength(2)
  expect(repeated).toEqual(sent)
  expect(broken.receiver.received.map(({ headers }) => headers['x-delivery-attempt'])).toEqual(['1', '2'])
  const messageIds = mailbox.mails.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1])
  expect(messageIds).toHaveLength(2)
  expect(new Set(messageIds).size).toBe(1)
  expect(calm.bodies()).toHaveLength(1)
})
