import type { Reader, Tx } from '../../../platform/database/db.ts'
import type { Digests, EntryFacts, Place, TextName } from './link.ts'

export type Progress = {
  caughtUpAt: Date | null
  loggedAt: Date | null
}

/** An entry with its texts as they are hashed: JSON as PostgreSQL writes it. A salt is null if its text was erased. */
export type SaltedEntry = EntryFacts &
  Record<TextName, string | null> & { salts: Record<TextName, string | null> }

export type NewLink = Place & { entryId: string; previousHash: string; digests: Digests; isLate: boolean }

/** The columns of an entry as they are hashed. */
export const hashedColumns = (sql: Reader) => sql`
  audit_log.id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor_kind, actor_id, action,
  target, actor_name, before::text, after::text,
  json_build_object('actorName', actor_name_salt, 'before', before_salt, 'after', after_salt) as salts`

/** Returns null if another worker has the lock. It is held until the end of the transaction. */
export async function lockChain(tx: Tx): Promise<Progress | null> {
  const [lock] = await tx<[{ isLocked: boolean }]>`
    select pg_try_advisory_xact_lock(hashtext('counterfoil audit chain')) as is_locked`
  return lock.isLocked ? getProgress(tx) : null
}

export async function getProgress(sql: Reader): Promise<Progress> {
  const [row] = await sql<[Record<keyof Progress, string | null>]>`
    select caught_up_at, logged_at from audit_chain_progress`
  const timeOf = (text: string | null) => (text === null ? null : new Date(text))
  return { caughtUpAt: timeOf(row.caughtUpAt), loggedAt: timeOf(row.loggedAt) }
}

export async function hasUnchained(sql: Reader): Promise<boolean> {
  const [row] = await sql<[{ exists: boolean }]>`select exists (select from audit_unchained)`
  return row.exists
}

/** The newest place of the chain; null if it is empty. */
export async function findHead(sql: Reader): Promise<Place | null> {
  const [row] = await sql<Place[]>`
    select position, encode(hash, 'hex') as hash from audit_chain order by position desc limit 1`
  return row ?? null
}

/** The first entries of the queue. A row without its entry stays there, where `verify-audit` finds it. */
export function listQueuedEntries(tx: Tx, limit: number): Promise<(SaltedEntry & { number: number })[]> {
  return tx<(SaltedEntry & { number: number })[]>`
    select number, ${hashedColumns(tx)}
    from audit_unchained join audit_log on audit_log.id = entry_id
    order by number limit ${limit}`
}

/** How many entries wait for the chain. */
export async function countUnchained(sql: Reader): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(*) from audit_unchained`
  return row.count
}

/** How long the oldest entry of the queue has waited. */
export async function getChainDelaySeconds(sql: Reader): Promise<number> {
  const [row] = await sql<[{ seconds: number }]>`
    select coalesce(extract(epoch from now() - min(written_at)), 0)::float8 as seconds from audit_unchained`
  return row.seconds
}

export async function insertLinks(tx: Tx, links: NewLink[]): Promise<void> {
  const digests = (name: TextName) => links.map((link) => link.digests[name])
  await tx`
    insert into audit_chain
      (position, entry_id, actor_name_digest, before_digest, after_digest, is_late, previous_hash, hash)
    select position, entry_id, decode(actor_name, 'hex'), decode(before, 'hex'), decode(after, 'hex'), is_late,
      decode(previous_hash, 'hex'), decode(hash, 'hex')
    from unnest(
      ${links.map(({ position }) => position)}::bigint[], ${links.map(({ entryId }) => entryId)}::uuid[],
      ${digests('actorName')}::text[], ${digests('before')}::text[], ${digests('after')}::text[],
      ${links.map(({ isLate }) => isLate)}::boolean[], ${links.map(({ previousHash }) => previousHash)}::text[],
      ${links.map(({ hash }) => hash)}::text[]
    ) as links (position, entry_id, actor_name, before, after, is_late, previous_hash, hash)`
}

/** Deletes exactly these rows. One with a smaller number may have been committed meanwhile. */
export async function deleteQueued(tx: Tx, numbers: number[]): Promise<void> {
  await tx`delete from audit_unchained where number = any (${numbers}::bigint[])`
}

export async function updateProgress(tx: Tx, progress: Progress): Promise<void> {
  await tx`
    update audit_chain_progress
    set caught_up_at = ${progress.caughtUpAt}, logged_at = ${progress.loggedAt}`
}
