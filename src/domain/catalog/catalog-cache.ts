import type { Logger } from 'pino'
import type { Db } from '../../platform/database/db.ts'
import { onDemand } from '../../platform/on-demand.ts'
import { type CatalogRows, readCatalog } from './browse-queries.ts'
import { buildSnapshot, type Snapshot } from './snapshot.ts'
import { getCatalogVersion, onCatalogNotified } from './version-queries.ts'

/** This node's copy of the catalog. */
export type CatalogCache = {
  current(): Promise<Snapshot>
  /** A write through this node may have changed the catalog: the next `current()` waits briefly for the new state. */
  changedHere(): void
  close(): void
}

/** Twice a second, so that a change is seen within a second even without NOTIFY. */
const CHECK_INTERVAL_MS = 500
/** The longest that a request waits for a new state. If reading the catalog takes longer, requests do not wait at all. */
const MAX_WAIT_MS = 1000

export function openCatalogCache({ db, log, now }: { db: Db; log: Logger; now: () => Date }): CatalogCache {
  let rows: CatalogRows | null = null
  let snapshot: Snapshot | null = null
  /** Counts announced changes. The snapshot is known to include the first `included` of them. */
  let announced = 0
  let included = 0
  /** The last change made through this node, whose author may be about to look at it. */
  let announcedHere = 0
  let reading: Promise<void> | null = null
  let lastReadingMs = 0
  let closed = false
  let timer: NodeJS.Timeout | null = null

  const read = async () => {
    const upTo = announced
    if (!rows || !snapshot || (await getCatalogVersion(db)) !== rows.version) {
      const startedAt = performance.now()
      const latest = await readCatalog(db)
      snapshot = buildSnapshot(latest, now())
      rows = latest
      lastReadingMs = performance.now() - startedAt
    }
    included = upTo
  }

  /** One read at a time. A caller that needs a newer state than the running read provides also waits for the next one. */
  const catchUp = async (upTo: number): Promise<Snapshot> => {
    while (!snapshot || included < upTo) {
      reading ??= read().finally(() => {
        reading = null
      })
      await reading
    }
    return snapshot
  }

  const following = onDemand(async () => {
    await catchUp(announced).catch((error) =>
      log.warn({ err: error }, 'could not read the catalog; the previous one stays in use'),
    )
  })

  const onChange = () => {
    if (closed) return
    announced += 1
    following.ask()
  }

  const watch = () => {
    timer = setInterval(onChange, CHECK_INTERVAL_MS).unref()
    onCatalogNotified(db, onChange).catch((error) => {
      if (!closed)
        log.warn({ err: error }, 'cannot LISTEN: changes to the catalog are seen up to a second late')
    })
  }

  return {
    async current() {
      if (!timer && !closed) watch()
      if (!snapshot) return catchUp(announcedHere)
      if (rows && snapshot.freshUntil && snapshot.freshUntil <= now()) snapshot = buildSnapshot(rows, now())
      if (included >= announcedHere || lastReadingMs > MAX_WAIT_MS) return snapshot
      const previous = snapshot
      const timeout = new Promise<Snapshot>((resolve) => setTimeout(resolve, MAX_WAIT_MS, previous).unref())
      return Promise.race([catchUp(announcedHere).catch(() => previous), timeout])
    },
    changedHere() {
      // Not read yet, so the first read will include the change.
      if (!snapshot && !reading) return
      onChange()
      announcedHere = announced
    },
    close() {
      closed = true
      if (timer) clearInterval(timer)
    },
  }
}
