import { expect, test } from 'vitest'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { createCommandHarness } from './command.ts'

const harness = await createCommandHarness()
const { command, db } = harness

test('list and close: a script settles a month', async () => {
  const { merchant, offer } = await openTill(harness, { name: 'Kopi' })
  const { id } = await offer({ title: '{b}Free{/b} kopi' })
  const { id: partnerId } = await onboardIssuer(harness)
  await db`
    insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name,
      cycle_key, remaining, status, gps_available, redeemed_at, value_minor, value_currency, value_decimals,
      statement_month)
    values (uuid_v7(), ${partnerId}, uuid_v7(), ${id}, uuid_v7(), ${merchant.id}, 'Free kopi', 'Kopi', 'ONE_TIME', 0,
      'SUCCESS', false, '2026-01-15T00:00Z', 500, 'MYR', 2, '2026-01')`
  const month = ['--month', '2026-01']
  const open = await command('statements', 'list', ...month)
  expect(open.stdout).toMatch(
    /Kopi .+ Free kopi +1 +1 +5\.00 +5\.00 +MYR\n\nMYR: 1 net, total 5\.00\n2026-01 is open\.\n$/,
  )
  const closed = await command('statements', 'close', ...month)
  expect([closed.code, closed.stdout]).toEqual([
    0,
    expect.stringMatching(/^2026-01 is closed\. Statements: 1\. .+: 0\.\nMYR: 1 net, total 5\.00\n$/),
  ])
  const { json } = await command('statements', 'list', ...month, '--json')
  expect(json).toMatchObject({ state: 'CLOSED', items: [{ number: 1, merchantName: 'Kopi' }] })
  const early = await command('statements', 'close', '--month', '2026-03', '--json')
  expect([early.code, early.json.error]).toEqual([3, 'earlier_month_open'])
  expect((await command('statements', 'close', '--month', '2026-13')).code).toBe(2)
})
