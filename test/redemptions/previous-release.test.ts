import { expect, test } from 'vitest'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import { createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { db } = harness
const issuer = await onboardIssuer(harness)
const by = visitorsOf(harness, issuer)()
const till = await openTill(harness)

test('a node of the previous release, which passes no method, goes on redeeming by PIN', async () => {
  const voucher = await till.offer({ redemptionCount: 2 })
  const [id, now] = [orderedId(), new Date()]
  const { id: userId } = (await by('GET', '/me')).body
  await db`
    select write_redemptions(
      ids => array[${id}::uuid], partner_ids => array[${issuer.id}::uuid], user_ids => array[${userId}::uuid],
      voucher_ids => array[${voucher.id}::uuid], outlet_ids => array[${till.outlet.id}::uuid],
      merchant_ids => array[${till.merchant.id}::uuid], voucher_titles => array['Kopi'], outlet_names => array['Corner'],
      cycle_keys => array['2026-11'], cycle_ends => array[null::timestamptz], remainders => array[1],
      statuses => array['SUCCESS'], flag_reasons => array[null::text], distances => array[null::float8],
      latitudes => array[null::float8], longitudes => array[null::float8], accuracies => array[null::float8],
      codes => array[null::text], draws => array[false], keys => array['key'], hashes => array['aGFzaA=='],
      user_limits => array[2], voucher_caps => array[null::int], event_ids => array[${orderedId()}::uuid],
      event_bodies => '{}', at => ${now}, decided_by => 0, waiting => false,
      months => array['2026-11'], minors => array[null::bigint], currencies => array[null::text],
      decimals => array[null::smallint]
    )`
  const { status, body } = await by('GET', '/me/redemptions/by-key/key')
  expect([status, body.id, body.method]).toEqual([200, id, 'PIN'])
})
