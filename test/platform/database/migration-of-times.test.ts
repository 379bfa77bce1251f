import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { openMarket } from '../../support/market.ts'
import { onboard } from '../../support/signing.ts'

const { admin, db } = await createHarness()

test('the migration corrects times in the year 10000, and the schema refuses new ones', async () => {
  const market = openMarket(admin)
  const { id } = await market.draft((await market.shop()).id, { validFrom: '2026-01-01T00:00:00Z' })
  const partner = await onboard(admin, { webhookUrl: 'https://hooks.example.com/' })
  const asked = { since: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z', only: 'all' }
  await admin('POST', `/admin/partners/${partner.id}/replay`, asked)
  // As it was before the migration.
  await db.unsafe(`
    alter table vouchers drop constraint vouchers_times_are_before_the_year_10000;
    alter table replays drop constraint replays_times_are_before_the_year_10000,
      drop constraint replays_finished_ones_are_placed_or_failed, drop column error,
      add constraint replays_finished_ones_are_placed check (finished_at is null or placed_at is not null);
    update vouchers set valid_from = '10000-01-01T00:00:00Z', valid_until = '10000-01-01T00:00:00.5Z';
    update replays set since = '10000-01-01T00:00:00Z', until = '10000-01-01T00:00:00Z'`)

  const migration = await readFile('migrations/0017_times_within_the_calendar.sql', 'utf8')
  await db.begin((tx) => tx.unsafe(migration))
  const last = '9999-12-31T23:59:59.999Z'
  const voucher = (await admin('GET', `/admin/vouchers/${id}`)).body
  expect([voucher.validFrom, voucher.validUntil]).toEqual([last, null])
  const replay = (await admin('GET', `/admin/partners/${partner.id}/replay`)).body
  expect([replay.since, replay.until, replay.error]).toEqual([last, null, null])
  for (const table of ['vouchers set valid_from', 'replays set since'])
    await expect(db.unsafe(`update ${table} = '10000-01-01T00:00:00Z'`)).rejects.toThrow(
      /before_the_year_10000/,
    )
})
