import type { Logger } from 'pino'
import type { Db } from '../db.ts'
import { type CatalogRows, readCatalog } from './browse-queries.ts'
import { getCatalogVersion, onCatalogNotified } from './queries.ts'
import { buildSnapshot, type Snapshot } from './snapshot.ts'

/** The catalogue as this node keeps it. */
export type Catalogue = {
  current(): Promise<Snapshot>
  /** This node's back office wrote something: whoever asks next waits a moment for the news. */
  changedHere(): void
  close(): void
}

const CHECK_EVERY_MS = 1000
/** A large catalogue takes longer to read than a person should wait; the old one is a second old at most. */
const LONGEST_WAIT_MS = 250

export function openCatalogue({ db, log, now }: { db: Db; log: Logger; now: () => Date }): Catalogue {
  let rows: CatalogRows | null = null
  let snapshot: Snapshot | null = null
  let refreshing: Promise<Snapshot> | null = null
  /** What is being read may be older than the last news. */
  let outdated = false
  /** The news came from this node's own back office, where somebody may be looking for what they just wrote. */
  let awaited = false
  let closed = false
  let timer: NodeJS.Timeout | null = null

  const read = async (): Promise<Snapshot> => {
    outdated = false
    if (!rows || !snapshot || (await getCatalogVersion(db)) !== rows.version) {
      rows = await readCatalog(db)
      snapshot = buildSnapshot(rows, now())
    }
    if (outdated && !closed) return read()
    awaited = false
    return snapshot
  }

  const refresh = (): Promise<Snapshot> => {
    outdated = true
    refreshing ??= read().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  const refreshQuietly = () => {
    if (closed) return
    refresh().catch((error) =>
      log.warn({ err: error }, 'the catalogue could not be read; the one at hand serves on'),
    )
  }

  const watch = () => {
    timer = setInterval(refreshQuietly, CHECK_EVERY_MS).unref()
    onCatalogNotified(db, refreshQuietly).catch((error) => {
      if (!closed)
        log.warn({ err: error }, 'no LISTEN: changes of the catalogue are seen up to a second late')
    })
  }

  return {
    async current() {
      if (!timer && !closed) watch()
      if (!snapshot) return refresh()
      if (rows && snapshot.freshUntil && snapshot.freshUntil <= now()) snapshot = buildSnapshot(rows, now())
      if (!awaited) return snapshot
      const atHand = snapshot
      const patience = new Promise<Snapshot>((resolve) =>
        setTimeout(resolve, LONGEST_WAIT_MS, atHand).unref(),
      )
      return Promise.race([(refreshing ?? refresh()).catch(() => atHand), patience])
    },
    changedHere() {
      // Nobody has asked for it yet.
      if (!snapshot && !refreshing) return
      awaited = true
      refreshQuietly()
    },
    close() {
      closed = true
      if (timer) clearInterval(timer)
    },
  }
}
