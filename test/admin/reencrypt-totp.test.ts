import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { upsertTotp } from '../../src/domain/staff/factors/factor-queries.ts'
import { totpOwner } from '../../src/domain/staff/factors/factors.ts'
import { reencryptTotp } from '../../src/domain/staff/factors/reencrypt-totp.ts'
import { createVault } from '../../src/platform/secrets.ts'
import { createHarness } from '../support/harness.ts'
import { openStaffScene } from '../support/staff-scene.ts'

const harness = await createHarness()
const { db } = harness
const { member } = openStaffScene(harness)
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const never = new AbortController().signal

test('after the rotation, the new SECRETS_KEY decrypts every TOTP secret; a secret that no key decrypts is named', async () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
  const before = createVault(oldKey)
  const [ada, bob] = [await member(), await member()]
  const store = (id: string, secret: Buffer) =>
    db.begin((tx) => upsertTotp(tx, id, { secret, sealedWith: before.keyId }, new Date()))
  await store(ada.id, before.seal(totpOwner(ada.id), SECRET))
  await store(bob.id, randomBytes(60))

  const both = createVault(newKey, oldKey)
  expect(await reencryptTotp({ db, vault: both }, never)).toEqual({ reencrypted: 1, unreadable: [bob.id] })
  const [stored] = await db<{ secret: Buffer }[]>`select secret from staff_totp where staff_id = ${ada.id}`
  expect(createVault(newKey).open(totpOwner(ada.id), stored?.secret as Buffer)).toBe(SECRET)
  expect(await reencryptTotp({ db, vault: both }, never)).toEqual({ reencrypted: 0, unreadable: [bob.id] })
})
