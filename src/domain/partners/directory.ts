import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { Runtime } from '../../platform/runtime.ts'
import type { Vault } from '../../platform/secrets.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import {
  type DirectoryChange,
  type DirectoryRow,
  findDirectoryVersion,
  listDirectoryChanges,
  onPartnersNotified,
} from './queries.ts'

/**
 * This node's cache of all partners. The next look-up sees a change made on this node. A change made on another node
 * arrives by NOTIFY, or within `TTL_MS` if that is lost (a pooler, a cut connection). An entry stays the same object
 * until its partner changes.
 */
export type PartnerDirectory = {
  bySlug(slug: string): Promise<PartnerEntry | null>
  byIssuer(issuer: string): Promise<PartnerEntry | null>
  byId(id: string): Promise<PartnerEntry | null>
  /** The partner whose pages have this origin (`frameAncestors`). A test twin has those of its live partner, which comes first. */
  byFrameOrigin(origin: string): Promise<PartnerEntry | null>
  /** Calls `listener` with the id of each partner that changed; null means that any of them may have. */
  onChange(listener: (partnerId: string | null) => void): void
  /** Drops entries that may be outdated. Call this after committing a change. */
  changed(partnerId: string | null): void
  close(): void
}

export type PartnersDeps = Runtime & { partners: PartnerDirectory }

const TTL_MS = 5000

type Cached = { row: DirectoryRow; version: number; entry: PartnerEntry }

/** The snapshot has all partners, so that a flood of unknown slugs or issuers causes no queries. */
type Snapshot = {
  /** The monotonic time just before the query. The snapshot is at least this recent. */
  takenAtMs: number
  /** The version of the whole directory, read before the partners. */
  version: number
  byId: Map<string, Cached>
  bySlug: Map<string, PartnerEntry>
  byIssuer: Map<string, PartnerEntry>
}

const EMPTY: Snapshot = {
  takenAtMs: -Infinity,
  version: -1,
  byId: new Map(),
  bySlug: new Map(),
  byIssuer: new Map(),
}

export function openPartnerDirectory(deps: DirectoryDeps): PartnerDirectory {
  return new CachedDirectory(deps)
}

type DirectoryDeps = Pick<Runtime, 'db' | 'vault' | 'log'>
type Listener = (partnerId: string | null) => void

class CachedDirectory implements PartnerDirectory {
  readonly #deps: DirectoryDeps
  readonly #listeners: Listener[] = []
  #snapshot = EMPTY
  #loading: Promise<Snapshot> | null = null
  #changedAtMs = -Infinity
  #isListening = false
  #isClosed = false

  constructor(deps: DirectoryDeps) {
    this.#deps = deps
  }

  async bySlug(slug: string): Promise<PartnerEntry | null> {
    return (await this.#current()).bySlug.get(slug) ?? null
  }

  async byIssuer(issuer: string): Promise<PartnerEntry | null> {
    return (await this.#current()).byIssuer.get(issuer) ?? null
  }

  async byId(id: string): Promise<PartnerEntry | null> {
    return (await this.#current()).byId.get(id)?.entry ?? null
  }

  async byFrameOrigin(origin: string): Promise<PartnerEntry | null> {
    const entries = [...(await this.#current()).byId.values()].map(({ entry }) => entry)
    const found = entries.filter(({ frameAncestors }) => frameAncestors.includes(origin))
    return found.find(({ mode }) => mode === 'live') ?? found[0] ?? null
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener)
  }

  changed(partnerId: string | null): void {
    this.#changedAtMs = performance.now()
    // A running load may have read the old state: look-ups from now on wait for another one.
    this.#loading = null
    this.#notify(partnerId)
  }

  close(): void {
    this.#isClosed = true
  }

  #notify(partnerId: string | null): void {
    for (const listener of this.#listeners) listener(partnerId)
  }

  async #current(): Promise<Snapshot> {
    if (!this.#isListening && !this.#isClosed) this.#listen()
    const ageMs = performance.now() - this.#snapshot.takenAtMs
    if (ageMs > TTL_MS || this.#snapshot.takenAtMs <= this.#changedAtMs) return this.#refresh()
    // The snapshot is refreshed before it expires, so that no request waits for it.
    if (ageMs > TTL_MS / 2 && !this.#loading)
      this.#refresh().catch((error) => this.#deps.log.warn({ err: error }, 'could not refresh the partners'))
    return this.#snapshot
  }

  #listen(): void {
    const { db, log } = this.#deps
    this.#isListening = true
    // A notification may have been missed before each (re)connection. Without LISTEN, only TTL_MS bounds staleness.
    onPartnersNotified(
      db,
      (partnerId) => this.changed(partnerId),
      () => this.changed(null),
    ).catch((error) => {
      if (!this.#isClosed)
        log.warn(
          { err: error },
          'cannot LISTEN: changes to partners by other nodes are seen a few seconds late',
        )
    })
  }

  #refresh(): Promise<Snapshot> {
    if (this.#loading) return this.#loading
    const started = this.#load().finally(() => {
      if (this.#loading === started) this.#loading = null
    })
    this.#loading = started
    return started
  }

  async #load(): Promise<Snapshot> {
    const { db, vault, log } = this.#deps
    const takenAtMs = performance.now()
    const before = this.#snapshot
    const version = await findDirectoryVersion(db)
    const known = [...before.byId].map(([id, { version }]) => ({ id, version }))
    const changes = version === before.version ? [] : await listDirectoryChanges(db, known)
    const next = apply(changes, { ...before, takenAtMs, version }, (row) => openEntry(row, vault, log))
    if (takenAtMs <= this.#snapshot.takenAtMs) return next
    const changedIds = differences(this.#snapshot, next)
    this.#snapshot = next
    for (const id of changedIds) this.#notify(id)
    return next
  }
}

/** Unchanged partners keep their entry, so their secrets are not decrypted again. */
function apply(
  changes: DirectoryChange[],
  before: Snapshot,
  openRow: (row: DirectoryRow) => PartnerEntry,
): Snapshot {
  if (changes.length === 0) return before
  const byId = new Map(before.byId)
  for (const { id, version, row } of changes) {
    const known = byId.get(id)
    if (row === null) byId.delete(id)
    else {
      const entry = known && isDeepStrictEqual(known.row, row) ? known.entry : openRow(row)
      byId.set(id, { row, version, entry })
    }
  }
  const entries = [...byId.values()].map(({ entry }) => entry)
  return {
    ...before,
    byId,
    bySlug: new Map(entries.map((entry) => [entry.slug, entry])),
    byIssuer: new Map(entries.map((entry) => [entry.jwtIssuer, entry])),
  }
}

function differences(before: Snapshot, after: Snapshot): string[] {
  if (before.byId === after.byId) return []
  const ids = new Set([...before.byId.keys(), ...after.byId.keys()])
  return [...ids].filter((id) => before.byId.get(id)?.entry !== after.byId.get(id)?.entry)
}

function openEntry({ sealedSecrets, ...partner }: DirectoryRow, vault: Vault, log: Logger): PartnerEntry {
  const opened = sealedSecrets.flatMap(({ state, sealed, acceptedUntil }) => {
    try {
      const secret = vault.open(partner.id, Buffer.from(sealed, 'base64'))
      return [{ state, secret, acceptedUntil: acceptedUntil === null ? null : new Date(acceptedUntil) }]
    } catch (error) {
      // One damaged row must not lock out the other partners.
      log.error({ err: error, partnerId: partner.id }, 'could not decrypt a partner secret')
      return []
    }
  })
  const signing = opened.find(({ state }) => state === 'SIGNING')?.secret ?? ''
  const accepted = opened
    .filter(({ state }) => state !== 'TEST_KEY')
    .map(({ secret, acceptedUntil }) => ({ secret, acceptedUntil }))
  const testKey = opened.find(({ state }) => state === 'TEST_KEY')?.secret ?? null
  const sandboxId = partner.mode === 'test' ? partner.id : null
  return { ...partner, sandboxId, secrets: { signing, accepted, testKey } }
}
