import type { Db } from '../../src/platform/database/db.ts'
import { eventually } from './scene.ts'

/** Waits until no transaction is open, in whichever test beside this one, that keeps an event from the feed. */
export async function untilFeedIsWhole(db: Db): Promise<void> {
  await eventually(async () => {
    const [row] = await db`
      select not exists (
        select from events where feed_position >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      ) as is_whole`
    return row?.isWhole
  }, 30_000)
}
