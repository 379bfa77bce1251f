import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createVault } from '../../src/platform/secrets.ts'
import { claimDatabase } from '../../src/process/installation/claim-database.ts'
import { createHarness } from '../support/harness.ts'
import { onboard } from '../support/signing.ts'
import { openTill, PIN } from '../support/till.ts'

const { admin, db, deps } = await createHarness()
const [, sql = ''] = readFileSync('docs/disaster-recovery.md', 'utf8').match(/```sql\n([^`]+)```/) ?? []

async function sealed() {
  const [row] = await db`
    select (select count(*) from partner_secrets) as secrets, (select count(pin_hash) from outlets) as pins,
      (select count(*) from staff_totp) as authenticators`
  return row
}

test('after the SQL for a lost SECRETS_KEY, the database accepts a new key, and nothing needs the lost one', async () => {
  await claimDatabase(deps)
  await onboard(admin)
  const { outlet } = await openTill({ admin, db })
  const vault = createVault(randomBytes(32))
  await expect(claimDatabase({ ...deps, vault })).rejects.toThrow('SECRETS_KEY is not the key')
  expect(await sealed()).toEqual({ secrets: 1, pins: 1, authenticators: 0 })

  await db.unsafe(sql)
  expect(await claimDatabase({ ...deps, vault })).toBe(true)
  expect(await claimDatabase({ ...deps, vault })).toBe(false)
  expect(await sealed()).toEqual({ secrets: 0, pins: 0, authenticators: 0 })
  expect((await admin('PATCH', `/admin/outlets/${outlet.id}`, { pin: PIN })).status).toBe(200)
})
