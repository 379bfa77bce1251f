import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'

const { admin, db } = await createHarness()
const market = openMarket(admin)

test.for(['40001', '40P01'])(
  '503 unavailable: a write lost a race (%s) and can be retried',
  async (sqlstate) => {
    const { id } = await market.merchant()
    const rename = () => admin('PATCH', `/admin/merchants/${id}`, { name: 'Renamed' })
    // PostgreSQL ends one of two deadlocked transactions like this.
    await db.unsafe(`
    create or replace function lose_a_race() returns trigger language plpgsql as $$
      begin raise exception 'lost' using errcode = '${sqlstate}'; end $$;
    create trigger races_are_lost before update on merchants for each row execute function lose_a_race()`)
    const lost = await rename()
    expect(lost.status).toBe(503)
    expect(lost.body).toEqual({ error: 'unavailable' })
    expect(Number(lost.headers['retry-after'])).toBeGreaterThan(0)
    await db`drop trigger races_are_lost on merchants`
    expect((await rename()).status).toBe(200)
  },
)
