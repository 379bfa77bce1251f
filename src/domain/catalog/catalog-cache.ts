import type { Db } from '../../platform/database/db.ts'
import type { Pools } from '../../platform/database/open-pools.ts'
import type { Replica } from '../../platform/database/replica.ts'
import { onDemand } from '../../platform/on-demand.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { timeOf } from '../partners/partner-time.ts'
import { byPublication, type CatalogPart, type CatalogRows, readCatalog } from './browse-queries.ts'
import { byName } from './merchant-order.ts'
import { buildSnapshot, type Snapshot } from './snapshot.ts'
import { getCatalogVersion, onCatalogNotified } from './version-queries.ts'

/** At twice a second, a change is seen within a second even without NOTIFY. */
const CHECK_INTERVAL_MS = 500
/** How long a request waits for a new state. If reading the catalog takes longer, requests do not wait at all. */
const MAX_WAIT_MS = 1000
/** A cell that hangs must not delay the changes of the others. */
const VERSION_DEADLINE_MS = 1000

type CacheDeps = Pick<Runtime, 'cells' | 'config' | 'db' | 'log' | 'now'> & { replica?: Replica }

/** The snapshot of one sandbox, at the time of its partner's clock. */
type SandboxSnapshot = { snapshot: Snapshot; of: CatalogRows; clockOffsetMs: number }

/** Says whose catalog it is: all live partners share one, each test partner has its own. */
type Viewing = { sandboxId: string | null; clockOffsetMs: number }

const LIVE: Viewing = { sandboxId: null, clockOffsetMs: 0 }

export type CatalogDeps = Runtime & { catalog: CatalogCache }

/** This node's copy of the catalog. It starts to follow changes when it is first used. */
export class CatalogCache {
  readonly #deps: CacheDeps
  /** What was read of each cell, by its name; home is null. */
  readonly #parts = new Map<string | null, CatalogPart>()
  #rows: CatalogRows | null = null
  #snapshot: Snapshot | null = null
  readonly #sandboxes = new Map<string, SandboxSnapshot>()
  /** Counts announced changes. The snapshot is known to include the first `#included` of them. */
  #announced = 0
  #included = 0
  /** The last change made through this node, whose author may be about to look at it. */
  #announcedHere = 0
  #reading: Promise<void> | null = null
  #lastReadMs = 0
  #isClosed = false
  #timer: NodeJS.Timeout | null = null
  readonly #following = onDemand(() => this.#follow())

  constructor(deps: CacheDeps) {
    this.#deps = deps
  }

  current(viewing: Viewing = LIVE): Promise<Snapshot> {
    const { sandboxId } = viewing
    return sandboxId === null ? this.#live() : this.#live().then(() => this.#sandbox(sandboxId, viewing))
  }

  /** Like `current`, but waits only for the first read. The changes of the last second may be missing. */
  async latest(viewing: Viewing): Promise<Snapshot> {
    if (!this.#snapshot) return this.current(viewing)
    return viewing.sandboxId === null ? this.#snapshot : this.#sandbox(viewing.sandboxId, viewing)
  }

  /** The rows of all snapshots, live and test ones; merchants by name. The same object until the catalog changes. */
  async rows(): Promise<CatalogRows> {
    await this.#live()
    return this.#rows as CatalogRows
  }

  async #live(): Promise<Snapshot> {
    if (!this.#timer && !this.#isClosed) this.#watch()
    if (!this.#snapshot) return this.#catchUp(this.#announcedHere)
    const snapshot = this.#renewIfStale(this.#snapshot)
    if (this.#included >= this.#announcedHere || this.#lastReadMs > MAX_WAIT_MS) return snapshot
    const timeout = new Promise<Snapshot>((resolve) => setTimeout(resolve, MAX_WAIT_MS, snapshot).unref())
    return Promise.race([this.#catchUp(this.#announcedHere).catch(() => snapshot), timeout])
  }

  /** Call this after a write that may have changed the catalog: the next `current()` waits briefly for the new state. */
  changedHere(): void {
    // Nothing was read yet, so the first read will include the change.
    if (!this.#snapshot && !this.#reading) return
    this.#onChange()
    this.#announcedHere = this.#announced
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer) clearInterval(this.#timer)
  }

  #watch(): void {
    this.#timer = setInterval(() => this.#onChange(), CHECK_INTERVAL_MS).unref()
    this.#listen(this.#deps)
  }

  #listen({ db }: Pick<Pools, 'db'>): void {
    onCatalogNotified(db, () => this.#onChange()).catch((error) => {
      if (!this.#isClosed)
        this.#deps.log.warn(
          { err: error },
          'cannot LISTEN: changes to the catalog are seen up to a second late',
        )
    })
  }

  #onChange(): void {
    if (this.#isClosed) return
    this.#announced += 1
    this.#following.ask()
  }

  async #follow(): Promise<void> {
    await this.#catchUp(this.#announced).catch((error) =>
      this.#deps.log.warn({ err: error }, 'could not read the catalog; the previous one stays in use'),
    )
  }

  /** Only one read runs at a time. A caller that needs a newer state also waits for the next read. */
  async #catchUp(upTo: number): Promise<Snapshot> {
    while (!this.#snapshot || this.#included < upTo) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = null
      })
      await this.#reading
    }
    return this.#snapshot
  }

  async #read(): Promise<void> {
    const { config, now } = this.#deps
    const upTo = this.#announced
    const startedAt = performance.now()
    if ((await this.#readParts()) || !this.#snapshot) {
      const rows = joinParts([...this.#parts.values()])
      rows.merchants.sort(byName)
      this.#snapshot = buildSnapshot(rowsOf(rows, null), now(), config.baseLanguage)
      this.#rows = rows
      this.#sandboxes.clear()
      this.#lastReadMs = performance.now() - startedAt
    }
    this.#included = upTo
  }

  /** Reads the parts that have changed. Without home there is no catalog; the last part of a dead cell stays in use. */
  async #readParts(): Promise<boolean> {
    const { cells, db, log, replica } = this.#deps
    const [, ...others] = await cells.reachable()
    let isChanged = await this.#readPart(null, db, async () => (await replica?.forReading()) ?? db)
    for (const cell of others) {
      if (!this.#parts.has(cell.cell)) this.#listen(cell)
      const isRead = await this.#readPart(cell.cell, cell.db, async () => cell.db).catch((error) => {
        log.warn({ err: error, cell: cell.cell }, 'could not read the catalog of the cell')
        return false
      })
      isChanged ||= isRead
    }
    return isChanged
  }

  async #readPart(name: string | null, db: Db, forReading: () => Promise<Db>): Promise<boolean> {
    const known = this.#parts.get(name)
    const limited = name === null ? db : db.withLimits({ deadlineMs: VERSION_DEADLINE_MS })
    if (known && (await getCatalogVersion(limited)) === known.version) return false
    this.#parts.set(name, await readCatalog(await forReading()))
    return true
  }

  /** A voucher has ended since the snapshot was built, so a highlight may have changed. */
  #renewIfStale(snapshot: Snapshot): Snapshot {
    const { config } = this.#deps
    const now = this.#deps.now()
    if (!this.#rows || !snapshot.freshUntil || snapshot.freshUntil > now) return snapshot
    this.#snapshot = buildSnapshot(rowsOf(this.#rows, null), now, config.baseLanguage)
    return this.#snapshot
  }

  /** The snapshot is built at its first use, from the rows that the last read found. */
  #sandbox(sandboxId: string, viewing: Viewing): Snapshot {
    const { clockOffsetMs } = viewing
    const rows = this.#rows as CatalogRows
    const now = timeOf(viewing, this.#deps.now())
    const known = this.#sandboxes.get(sandboxId)
    const isCurrent = known?.of === rows && known.clockOffsetMs === clockOffsetMs
    const { freshUntil = null } = known?.snapshot ?? {}
    if (known && isCurrent && (freshUntil === null || freshUntil > now)) return known.snapshot
    const snapshot = buildSnapshot(rowsOf(rows, sandboxId), now, this.#deps.config.baseLanguage)
    this.#sandboxes.set(sandboxId, { snapshot, of: rows, clockOffsetMs })
    return snapshot
  }
}

/** The catalog of all cells. Categories are at home, and its part comes first. */
function joinParts(parts: CatalogPart[]): CatalogRows {
  const [home] = parts as [CatalogPart]
  if (parts.length === 1) return { ...home }
  // A merchant that has just moved may still be in the part that it left.
  const latest = new Map(parts.flatMap((part) => part.merchants.map(({ id }) => [id, part])))
  const isOf = (part: CatalogPart) => (row: { merchantId: string }) => latest.get(row.merchantId) === part
  return {
    merchants: parts.flatMap((part) => part.merchants.filter(({ id }) => latest.get(id) === part)),
    outlets: parts.flatMap((part) => part.outlets.filter(isOf(part))),
    vouchers: parts.flatMap((part) => part.vouchers.filter(isOf(part))).sort(byPublication),
    categories: home.categories,
  }
}

/** The rows of one sandbox, or the live ones if `sandboxId` is null. */
function rowsOf(rows: CatalogRows, sandboxId: string | null): CatalogRows {
  const merchants = rows.merchants.filter((merchant) => merchant.sandboxId === sandboxId)
  // If there is no sandbox, all rows are live.
  if (merchants.length === rows.merchants.length) return rows
  const ids = new Set(merchants.map(({ id }) => id))
  return {
    ...rows,
    merchants,
    outlets: rows.outlets.filter(({ merchantId }) => ids.has(merchantId)),
    vouchers: rows.vouchers.filter(({ merchantId }) => ids.has(merchantId)),
  }
}
