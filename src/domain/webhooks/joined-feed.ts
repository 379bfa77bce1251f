import type { Pools } from '../../platform/database/open-pools.ts'
import type { Runtime } from '../../platform/runtime.ts'
import {
  insertEntries,
  type JoinedEntry,
  listBodies,
  listEntries,
  listNewEvents,
  listProgress,
  lockFeed,
} from './joined-feed-queries.ts'

/** The events of one partner that are appended at a time. */
const BATCH_SIZE = 500

/** Appends the new events of all cells to the feeds of live partners. With one database, a feed needs no such step. */
export async function joinFeeds({ cells, homeDb }: Runtime, stopping?: AbortSignal): Promise<void> {
  if (!cells.hasOthers()) return
  for (const cell of await cells.reachable()) {
    while (!stopping?.aborted && (await appendEvents(homeDb, cell)));
  }
}

/** Returns whether there may be more. */
async function appendEvents(homeDb: Pools['homeDb'], { cell, db }: Pools): Promise<boolean> {
  return homeDb.begin(async (tx) => {
    await lockFeed(tx)
    const events = await listNewEvents(db, await listProgress(tx, cell), BATCH_SIZE)
    if (events.length > 0) await insertEntries(tx, cell, events)
    return events.length >= BATCH_SIZE
  })
}

/** The bodies of a page of the joined feed. An event that has been deleted since is left out. */
export async function readJoinedFeed(
  { cells, homeDb }: Pick<Runtime, 'cells' | 'homeDb'>,
  partnerId: string,
  page: { after: string | null; limit: number },
): Promise<{ id: string; body: string | null }[]> {
  const entries = await listEntries(homeDb, partnerId, page)
  const bodies = new Map<string, string>()
  for (const cell of await cells.all()) {
    const ids = entries.filter((entry: JoinedEntry) => entry.cell === cell.cell).map(({ id }) => id)
    if (ids.length > 0) for (const { id, body } of await listBodies(cell.db, ids)) bodies.set(id, body)
  }
  return entries.map(({ id }) => ({ id, body: bodies.get(id) ?? null }))
}
