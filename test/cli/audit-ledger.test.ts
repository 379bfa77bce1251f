import { expect, test } from 'vitest'
import { openMarket } from '../market.ts'
import { onboardIssuer } from '../tokens.ts'
import { createCommandHarness } from './command.ts'

const harness = await createCommandHarness()
const { db, admin, command } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const merchant = await market.merchant()
const outlet = await market.outlet(merchant.id, { pin: '4711' })
const voucher = await market.offer(merchant.id, { claimFlow: 'INSTANT' })
const body = { voucherId: voucher.id, outletId: outlet.id, pin: '4711' }
expect((await harness.as(issuer.mint())('POST', '/me/redemptions', body)).status).toBe(201)

test('exit code 0: the ledger is exact', async () => {
  expect(await command('audit-ledger')).toMatchObject({ code: 0, stdout: 'The ledger is exact.\n' })
  expect((await command('audit-ledger', '--json')).json).toEqual({ isClean: true, findings: [] })
})

test('exit code 3: a wrong counter is reported with its voucher', async () => {
  await db`update voucher_quotas set used = 7`
  const { code, stdout } = await command('audit-ledger')
  expect(code).toBe(3)
  expect(stdout).toContain(`voucher ${voucher.id}, ONE_TIME: counter 7, redemptions 1`)
  expect((await command('audit-ledger', '--json')).json).toMatchObject({
    isClean: false,
    findings: [{ severity: 'error', found: 1 }],
  })
})
