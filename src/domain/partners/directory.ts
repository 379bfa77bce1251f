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

/** A partner with all that authentication needs, secrets in the clear: never to be logged or answered. */
export type PartnerEntry = Omit<DirectoryRow, 'sealedSecrets'> & {
  secrets: {
    /** Signs what we send; empty, which nothing can be signed with, when it is damaged. */
    signing: string
    /** Every one that may still come in; `acceptedUntil` is for the caller's clock to judge. */
    accepted: { secret: string; acceptedUntil: Date | null }[]
  }
}

/**
 * The partners as this node remembers them. A change made here is seen by the next look-up; one made by another node
 * arrives by NOTIFY, and where that is lost (a pooler, a cut connection) within `TTL_MS`. An entry stays the same
 * object until its partner changes.
 */
export type PartnerDirectory = {
  bySlug(slug: string): Promise<PartnerEntry | null>
  byIssuer(issuer: string): Promise<PartnerEntry | null>
  byId(id: string): Promise<PartnerEntry | null>
  /** `listener` hears of each partner that changed; null: any of them may have. */
  onChange(listener: (partnerId: string | null) => void): void
  /** Forgets what may be outdated; for whoever has just committed a change. */
  changed(partnerId: string | null): void
  close(): void
}

const TTL_MS = 5000

type Remembered = { row: DirectoryRow; version: number; entry: PartnerEntry }

/** All partners, so that a flood of unknown slugs or issuers costs no query each. */
type Snapshot = {
  /** Monotonic, from before the query: what it says was true then. */
  takenAtMs: number
  /** Of the directory as a whole, read before the partners were. */
  version: number
  byId: Map<string, Remembered>
  bySlug: Map<string, PartnerEntry>
  byIssuer: Map<string, PartnerEntry>
}

const NOTHING: Snapshot = {
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
  let snapshot = NOTHING
  let loading: Promise<Snapshot> | null = null
  let changedAtMs = -Infinity
  let listening = false
  let closed = false

  const tell = (partnerId: string | null) => {
    for (const listener of listeners) listener(partnerId)
  }

  const changed = (partnerId: string | null) => {
    changedAtMs = performance.now()
    // A load under way may have read what was there before: whoever asks from now on waits for another.
    loading = null
    tell(partnerId)
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
    for (const id of differing) tell(id)
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
    // Each (re)connection may have missed something. Without LISTEN, the time-to-live alone keeps us right.
    onPartnersNotified(db, changed, () => changed(null)).catch((error) => {
      if (!closed)
        log.warn({ err: error }, 'no LISTEN: changes of partners by other nodes are seen a few seconds late')
    })
  }

  const current = async (): Promise<Snapshot> => {
    if (!listening && !closed) listen()
    const ageMs = performance.now() - snapshot.takenAtMs
    if (ageMs > TTL_MS || snapshot.takenAtMs <= changedAtMs) return refresh()
    // Renewed ahead of its end, so that no request waits for it.
    if (ageMs > TTL_MS / 2 && !loading)
      refresh().catch((error) => log.warn({ err: error }, 'partners not renewed'))
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

/** What has not changed keeps its entry, and its secrets need not be opened again. */
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
      // One damaged row must not lock the other partners out.
      log.error({ err: error, partnerId: partner.id }, 'a partner secret does not open')
      return []
    }
  })
  const signing = opened.find(({ state }) => state === 'SIGNING')?.secret ?? ''
  const accepted = opened.map(({ secret, acceptedUntil }) => ({ secret, acceptedUntil }))
  return { ...partner, secrets: { signing, accepted } }
}
