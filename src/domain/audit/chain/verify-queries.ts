import type { Reader, Tx } from '../../../platform/database/db.ts'
import { hashedColumns, type SaltedEntry } from './chain-queries.ts'
import type { Digests, Place } from './link.ts'

/** A link with its entry; `entry` is null if the audit log does not have it. */
export type StoredLink = Place & {
  entryId: string
  previousHash: string
  digests: Digests
  isLate: boolean
  entry: (SaltedEntry & { erasedBy: string | null }) | null
}

type LinkRow = Place &
  Omit<SaltedEntry, 'id'> & {
    id: string | null
    erasedBy: string | null
    entryId: string
    previousHash: string
    digests: Digests
    isLate: boolean
  }

/** A verification reads the whole log in one snapshot. */
export async function allowLongVerification(tx: Tx): Promise<void> {
  await tx.extendDeadline(2 * 60 * 60_000)
}

/** The next links in the order of their positions. */
export async function listLinks(sql: Reader, after: number, limit: number): Promise<StoredLink[]> {
  const rows = await sql<LinkRow[]>`
    select position, encode(hash, 'hex') as hash, entry_id, encode(previous_hash, 'hex') as previous_hash, is_late,
      json_build_object('actorName', encode(actor_name_digest, 'hex'), 'before', encode(before_digest, 'hex'),
        'after', encode(after_digest, 'hex')) as digests,
      ${hashedColumns(sql)}, erased_by
    from (
      select * from audit_chain where position > ${after}::bigint
      order by position limit ${limit}
    ) as links
    -- A join would read the whole log for each page.
    left join lateral (select * from audit_log where id = entry_id offset 0) as audit_log on true
    order by position`
  return rows.map(({ position, hash, entryId, previousHash, digests, isLate, id, ...entry }) => ({
    ...{ position, hash, entryId, previousHash, digests, isLate },
    entry: id === null ? null : { id, ...entry },
  }))
}

export async function findEntryAt(sql: Reader, position: number): Promise<string | null> {
  const [row] = await sql<
    { entryId: string }[]
  >`select entry_id from audit_chain where position = ${position}`
  return row?.entryId ?? null
}

export async function findHashAt(sql: Reader, position: number): Promise<string | null> {
  const [row] = await sql<{ hash: string }[]>`
    select encode(hash, 'hex') as hash from audit_chain where position = ${position}`
  return row?.hash ?? null
}

/** The first entry that is neither chained nor waiting for it. */
export async function findStrayEntry(sql: Reader): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from audit_log
    where not exists (select from audit_chain where entry_id = id)
      and not exists (select from audit_unchained where entry_id = id)
    order by id limit 1`
  return row?.id ?? null
}

/** The first entry of the queue that the audit log does not have. */
export async function findMissingQueuedEntry(sql: Reader): Promise<string | null> {
  const [row] = await sql<{ entryId: string }[]>`
    select entry_id from audit_unchained
    where not exists (select from audit_log where id = entry_id)
    order by number limit 1`
  return row?.entryId ?? null
}

export type WrongErasure = { erasedBy: string; entryId: string; texts: number; recordedTexts: number }

/** The first erasure that erased more texts than its entry records. Without such an entry, it records none. */
export async function findWrongErasure(sql: Reader): Promise<WrongErasure | null> {
  const [row] = await sql<WrongErasure[]>`
    with erased as (
      select erased_by, min(id::text) as entry_id,
        count(*) filter (where actor_name_salt is null)
          + count(*) filter (where before_salt is null and before_digest is not null)
          + count(*) filter (where after_salt is null and after_digest is not null) as texts
      from audit_log join audit_chain on entry_id = id
      where erased_by is not null
      group by erased_by
    ), recorded as (
      select erased.*, coalesce((erasures.after ->> 'texts')::bigint, 0) as recorded_texts
      from erased left join audit_log as erasures on erasures.id = erased.erased_by and action = 'audit.erase'
    )
    select * from recorded where texts > recorded_texts order by erased_by limit 1`
  return row ?? null
}
