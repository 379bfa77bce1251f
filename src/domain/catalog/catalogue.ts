import type { Logger } from 'pino'
import type { Db } from '../../platform/database/db.ts'
import { onDemand } from '../../platform/on-demand.ts'
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

/** Twice a second, so that a change is seen within one even where no NOTIFY comes through. */
const CHECK_EVERY_MS = 500
/** What a person may be kept waiting. A catalogue so large that it takes longer to read is not waited for at all. */
const LONGEST_WAIT_MS = 1000

export function openCatalogue({ db, log, now }: { db: Db; log: Logger; now: () => Date }): Catalogue {
  let rows: CatalogRows | null = null
  let snapshot: Snapshot | null = null
  /** Counts what there was to hear; `known` is up to where the snapshot is sure to have it. */
  let news = 0
  let known = 0
  /** The last news of this node's own back office, where somebody may be looking for what they just wrote. */
  let newsHere = 0
  let reading: Promise<void> | null = null
  let lastReadingMs = 0
  let closed = false
  let timer: NodeJS.Timeout | null = null

  const read = async () => {
    const upTo = news
    if (!rows || !snapshot || (await getCatalogVersion(db)) !== rows.version) {
      const startedAt = performance.now()
      const latest = await readCatalog(db)
      snapshot = buildSnapshot(latest, now())
      rows = latest
      lastReadingMs = performance.now() - startedAt
    }
    known = upTo
  }

  /** One reading at a time: whoever needs what is newer than the one under way waits for the next as well. */
  const catchUp = async (upTo: number): Promise<Snapshot> => {
    while (!snapshot || known < upTo) {
      reading ??= read().finally(() => {
        reading = null
      })
      await reading
    }
    return snapshot
  }

  const following = onDemand(async () => {
    await catchUp(news).catch((error) =>
      log.warn({ err: error }, 'the catalogue could not be read; the one at hand serves on'),
    )
  })

  const hear = () => {
    if (closed) return
    news += 1
    following.ask()
  }

  const watch = () => {
    timer = setInterval(hear, CHECK_EVERY_MS).unref()
    onCatalogNotified(db, hear).catch((error) => {
      if (!closed)
        log.warn({ err: error }, 'no LISTEN: changes of the catalogue are seen up to a second late')
    })
  }

  return {
    async current() {
      if (!timer && !closed) watch()
      if (!snapshot) return catchUp(newsHere)
      if (rows && snapshot.freshUntil && snapshot.freshUntil <= now()) snapshot = buildSnapshot(rows, now())
      if (known >= newsHere || lastReadingMs > LONGEST_WAIT_MS) return snapshot
      const atHand = snapshot
      const patience = new Promise<Snapshot>((resolve) =>
        setTimeout(resolve, LONGEST_WAIT_MS, atHand).unref(),
      )
      return Promise.race([catchUp(newsHere).catch(() => atHand), patience])
    },
    changedHere() {
      // Nobody has asked for it yet.
      if (!snapshot && !reading) return
      hear()
      newsHere = news
    },
    close() {
      closed = true
      if (timer) clearInterval(timer)
    },
  }
}
