import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { onboard } from '../support/signing.ts'
import { countLosses } from './loss-count.ts'

const secretsKey = randomBytes(32)
const { admin, databaseUrl } = await createHarness({ secretsKey })

// `npm run prove -- webhook-loss` is the long form.
test('workers are killed and a receiver fails 3 of 10 requests: no event is lost, changed or wrongly signed', {
  timeout: 180_000,
}, async () => {
  const stage = {
    env: { DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey.toString('base64') },
    onboard: (webhookUrl: string) => onboard(admin, { webhookUrl }),
  }
  const report = await countLosses(stage, {
    ...{ events: 1000, workers: 3, killEveryMs: 400, maxKills: 5, withinMs: 120_000 },
    workerScript: 'test/webhooks/short-lease-worker.ts',
  })
  expect(report).toMatchObject({ events: 1000, lost: [], changed: [], wronglySigned: [], notDelivered: 0 })
  expect(report.kills).toBeGreaterThan(1)
  expect(report.failedOnPurpose).toBeGreaterThan(100)
  // Duplicates can only be requests that killed workers had in flight.
  expect(report.duplicates).toBeLessThanOrEqual(64 * report.kills)
})
