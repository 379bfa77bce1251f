import { expect, test } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { openMarket } from '../../support/market.ts'
import { onboard } from '../../support/signing.ts'

const { admin, db } = await createHarness()

test('the schema refuses times after the year 9999, which JavaScript writes in another form', async () => {
  const market = openMarket(admin)
  await market.draft((await market.shop()).id)
  const partner = await onboard(admin, { webhookUrl: 'https://hooks.example.com/' })
  await admin('POST', `/admin/partners/${partner.id}/replay`, { since: '2026-01-01T00:00:00Z', only: 'all' })
  for (const table of ['vouchers set valid_from', 'replays set since'])
    await expect(db.unsafe(`update ${table} = '10000-01-01T00:00:00Z'`)).rejects.toThrow(
      /before_the_year_10000/,
    )
})
