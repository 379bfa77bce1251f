import type { Note } from '@counterfoil/contract/admin/notes.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { insertion } from '../../platform/database/sql.ts'
import type { PageRequest } from '../../platform/input/paging.ts'

export type NoteRecord = Omit<Static<typeof Note>, 'mayRemove'> & { isOfMerchant: boolean }

const columns = (sql: Reader) => sql`
  id, target, text, json_build_object('kind', author_kind, 'id', author_id, 'name', author_name) as author,
  is_of_merchant, created_at`

export function listNotes(
  sql: Reader,
  { target, onlyOfMerchant }: { target: string; onlyOfMerchant: boolean },
  { limit, before }: PageRequest,
): Promise<NoteRecord[]> {
  return sql<NoteRecord[]>`
    select ${columns(sql)} from notes
    where target = ${target} and (is_of_merchant or not ${onlyOfMerchant})
      and (${before}::uuid is null or id < ${before})
    order by id desc
    limit ${limit + 1}`
}

export async function lockNote(tx: Tx, id: string): Promise<NoteRecord | null> {
  const [row] = await tx<NoteRecord[]>`select ${columns(tx)} from notes where id = ${id} for update`
  return row ?? null
}

type NewNote = {
  id: string
  target: string
  userId: string | null
  merchantId: string | null
  text: string
  authorKind: string
  authorId: string | null
  authorName: string
  isOfMerchant: boolean
  createdAt: Date
}

export async function insertNote(tx: Tx, note: NewNote): Promise<NoteRecord> {
  const [row] = await tx<NoteRecord[]>`insert into notes ${insertion(note)} returning ${columns(tx)}`
  return row as NoteRecord
}

export async function deleteNote(tx: Tx, id: string): Promise<void> {
  await tx`delete from notes where id = ${id}`
}

/** Deletes the notes about a user, and about redemptions of the user. Returns their number. */
export async function deleteNotesOfUser(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx`delete from notes where user_id = ${userId}`
  return count
}
