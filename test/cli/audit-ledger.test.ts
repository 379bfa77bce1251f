import { expect, test } from 'vitest'
import { openMarket } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'
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

const thisMonth = new Date().toISOString().slice(0, 7)

test('exit code 0: the ledger of a month, of several, and since a month', async () => {
  for (const args of [
    ['--month', thisMonth],
    ['--month', '2020-01', '--month', thisMonth],
    ['--since', '2024-02'],
  ]) {
    expect(await command('audit-ledger', ...args)).toMatchObject({
      code: 0,
      stdout: 'The ledger of these months is exact.\n',
    })
  }
})

test.each([
  [['--month', '2026-13'], '--month 2026-13 is not a month: write it like 2026-11'],
  [['--since', 'May'], '--since May is not a month: write it like 2026-11'],
  [['--month', '2199-01'], '--month 2199-01 is in the future'],
  [['--month', '2026-10', '--since', '2026-10'], 'give either --month or --since'],
])('exit code 2: %j', async (args, message) => {
  const { code, stderr } = await command('audit-ledger', ...args)
  expect([code, stderr]).toEqual([2, `counterfoil: ${message}\n`])
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

test('exit code 3: a wrong counter is found by the audit of the month that changed it, and of no other', async () => {
  expect((await command('audit-ledger', '--month', thisMonth)).code).toBe(3)
  expect((await command('audit-ledger', '--month', '2020-01')).code).toBe(0)
})
