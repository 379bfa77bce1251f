import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { reencryptDestinations } from '../../src/domain/alerts/destinations/reencrypt-destinations.ts'
import { openTarget } from '../../src/domain/alerts/destinations/sealed-target.ts'
import { countLeftovers } from '../../src/domain/secrets-key/queries.ts'
import { createVault } from '../../src/platform/secrets.ts'
import { createHarness } from '../support/harness.ts'
import { openAlertScene } from './alert-scene.ts'

const oldKey = randomBytes(32)
const harness = await createHarness({ secretsKey: oldKey })
const { db } = harness
const { create } = openAlertScene(harness)
const never = new AbortController().signal

test('after the rotation, the new SECRETS_KEY decrypts every URL and secret; one that no key decrypts is named', async () => {
  const url = 'https://ops.example.com/hook'
  const signed = await create({ kind: 'SIGNED', url })
  const damaged = await create({ kind: 'SLACK', url })
  await db`update alert_destinations set sealed = ${randomBytes(60)} where id = ${damaged.id}`
  await db`
    insert into installation (secrets_key_check, former_key_check, created_at) values ('new', 'old', now())`
  const newKey = randomBytes(32)
  const both = createVault(newKey, oldKey)
  expect((await countLeftovers(db, both.keyId)).destinations).toBe(2)
  expect(await reencryptDestinations({ db, vault: both }, never)).toEqual({
    reencrypted: 1,
    unreadable: [damaged.id],
  })
  const [stored] = await db<
    { sealed: Buffer }[]
  >`select sealed from alert_destinations where id = ${signed.id}`
  const target = openTarget(createVault(newKey), signed.id, stored?.sealed as Buffer)
  expect(target).toEqual({ url, secret: signed.secret })
  expect((await countLeftovers(db, both.keyId)).destinations).toBe(1)
})
