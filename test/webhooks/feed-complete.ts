import type { Db } from '../../src/platform/database/db.ts'
import { eventually } from './delivery-scene.ts'

/** Waits until the feed shows every event. An open transaction, even of another test, delays later events. */
export async function untilFeedIsComplete(db: Db): Promise<void> {
  await eventually(async () => {
    const [row] = await db`
      select not exists (
        select from events where feed_position >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      ) as is_complete`
    return row?.isComplete
  }, 30_000)
}
