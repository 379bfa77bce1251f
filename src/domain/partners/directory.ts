import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { Db } from '../../platform/database/db.ts'
import type { Vault } from '../../platform/secrets.ts'
import {
  type DirectoryChange,
  type DirectoryRow,
  findDirectoryVersion,
  listDirectoryChanges,
  onPartnersNotified,
} from './queries.ts'

/** A partner with everything that authentication needs, secrets in plain text: never log or return it. */
export type PartnerEntry = Omit<DirectoryRow, 'sealedSecrets'> & {
  secrets: {
    /** Signs what we send. Empty if its row is damaged: nothing can be signed with it then. */
    signing: string
    /** Every secret that a partner may still sign with. The caller compares `acceptedUntil` with its clock. */
    accepted: { secret: string; acceptedUntil: Date | null }[]
  }
}

/**
 * This node's cache of all partners. The next look-up sees a change made on this node. A change made on another node
 * arrives by NOTIFY, or within `TTL_MS` if that is lost (a pooler, a cut connection). An entry stays the same object
 * until its partner changes.
 */
export type PartnerDirectory = {
  bySlug(slug: string): Promise<PartnerEntry | null>
  byIssuer(issuer: string): Promise<PartnerEntry | null>
  byId(id: string): Promise<PartnerEntry | null>
  /** Calls `listener` with the id of each partner that changed; null means that any of them may have. */
  onChange(listener: (partnerId: string | null) => void): void
  /** Drops what may be outdated. Call it after committing a change. */
  changed(partnerId: string | null): void
  close(): void
}

const TTL_MS = 5000

type Cached = { row: DirectoryRow; version: number; entry: PartnerEntry }

/** All partners at once, so that a flood of unknown slugs or issuers causes no queries. */
type Snapshot = {
  /** Monotonic time just before the query: the snapshot is at least this recent. */
  takenAtMs: number
  /** Version of the whole directory, read before the partners. */
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

export function openPartnerDirectory({
  db,
  vault,
  log,
}: {
  db: Db
  vault: Vault
  log: Logger
}): PartnerDirectory {
  const listeners: ((partnerId: string | null) => void)[] = []
  let snapshot = EMPTY
  let loading: Promise<Snapshot> | null = null
  let changedAtMs = -Infinity
  let listening = false
  let closed = false

  const notify = (partnerId: string | null) => {
    for (const listener of listeners) listener(partnerId)
  }

  const changed = (partnerId: string | null) => {
    changedAtMs = performance.now()
    // A running load may have read the old state: look-ups from now on wait for another one.
    loading = null
    notify(partnerId)
  }

  const load = async (): Promise<Snapshot> => {
    const takenAtMs = performance.now()
    const before = snapshot
    const version = await findDirectoryVersion(db)
    const known = [...before.byId].map(([id, { version }]) => ({ id, version }))
    const changes = version === before.version ? [] : await listDirectoryChanges(db, known)
    const next = apply(changes, { ...before, takenAtMs, version }, (row) => openEntry(row, vault, log))
    if (takenAtMs <= snapshot.takenAtMs) return next
    const differing = differences(snapshot, next)
    snapshot = next
    for (const id of differing) notify(id)
    return next
  }

  const refresh = (): Promise<Snapshot> => {
    if (loading) return loading
    const started = load().finally(() => {
      if (loading === started) loading = null
    })
    loading = started
    return started
  }

  const listen = () => {
    listening = true
    // A notification may have been missed before each (re)connection. Without LISTEN, only TTL_MS bounds staleness.
    onPartnersNotified(db, changed, () => changed(null)).catch((error) => {
      if (!closed)
        log.warn(
          { err: error },
          'cannot LISTEN: changes to partners by other nodes are seen a few seconds late',
        )
    })
  }

  const current = async (): Promise<Snapshot> => {
    if (!listening && !closed) listen()
    const ageMs = performance.now() - snapshot.takenAtMs
    if (ageMs > TTL_MS || snapshot.takenAtMs <= changedAtMs) return refresh()
    // Refreshed before it expires, so that no request waits for it.
    if (ageMs > TTL_MS / 2 && !loading)
      refresh().catch((error) => log.warn({ err: error }, 'could not refresh the partners'))
    return snapshot
  }

  return {
    bySlug: async (slug) => (await current()).bySlug.get(slug) ?? null,
    byIssuer: async (issuer) => (await current()).byIssuer.get(issuer) ?? null,
    byId: async (id) => (await current()).byId.get(id)?.entry ?? null,
    onChange: (listener) => void listeners.push(listener),
    changed,
    close: () => {
      closed = true
    },
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
  const accepted = opened.map(({ secret, acceptedUntil }) => ({ secret, acceptedUntil }))
  return { ...partner, secrets: { signing, accepted } }
}
