import type { NOTE_KINDS, Note } from '@counterfoil/contract/admin/notes.ts'
import type { Static } from 'typebox'
import { type Reader, transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { listPage, type Page } from '../../platform/input/paging.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { type Caller, isOfOperator } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { findMerchant } from '../catalog/merchant-queries.ts'
import { findRedemption } from '../redemptions/admin-queries.ts'
import { findUser } from '../users/user-search-queries.ts'
import { deleteNote, insertNote, listNotes, lockNote, type NoteRecord } from './queries.ts'

type ShownNote = Static<typeof Note>

/** Whom the record belongs to. */
type Owners = { userId: string | null; merchantId: string | null }

/** Refused if the record does not exist for the caller. */
async function findOwnersOf(sql: Reader, caller: Caller, target: string): Promise<Owners | Refusal> {
  const [kind, id] = target.split(':') as [(typeof NOTE_KINDS)[number], string]
  if (kind === 'merchant')
    return (await findMerchant(sql, caller, id)) ? { userId: null, merchantId: id } : refuse('not_found')
  // What the operator knows about a customer is not for merchants, and the reverse.
  if (!isOfOperator(caller)) return refuse('forbidden')
  if (kind === 'user')
    return (await findUser(sql, caller, id)) ? { userId: id, merchantId: null } : refuse('not_found')
  return (await findRedemption(sql, caller, id)) ?? refuse('not_found')
}

export async function viewNotes(
  { db }: Runtime,
  caller: Caller,
  { target: asked, ...query }: { target: string; limit?: number; cursor?: string },
): Promise<Page<ShownNote> | Refusal> {
  const target = asked.toLowerCase()
  const owners = await findOwnersOf(db, caller, target)
  if (owners instanceof Refusal) return owners
  const filter = { target, onlyOfMerchant: !isOfOperator(caller) }
  const page = await listPage(query, (request) => listNotes(db, filter, request))
  if (page instanceof Refusal) return page
  return { ...page, items: page.items.map((note) => shownTo(caller, note)) }
}

export async function addNote(
  deps: Runtime,
  caller: Caller,
  input: { target: string; text: string },
): Promise<ShownNote | Refusal> {
  const target = input.target.toLowerCase()
  return transaction(deps.db, async (tx) => {
    const owners = await findOwnersOf(tx, caller, target)
    if (owners instanceof Refusal) return owners
    const { userId, merchantId } = owners
    const createdAt = deps.now()
    const note = await insertNote(tx, {
      ...{ id: orderedId(), target, userId, merchantId, text: input.text, createdAt },
      ...{ authorKind: caller.kind, authorId: caller.id, authorName: caller.name },
      isOfMerchant: !isOfOperator(caller),
    })
    await record(tx, { caller, at: createdAt, action: 'note.add', target })
    return shownTo(caller, note)
  })
}

export async function removeNote(deps: Runtime, caller: Caller, id: string): Promise<null | Refusal> {
  return transaction(deps.db, async (tx) => {
    const note = await lockNote(tx, id)
    if (!note || (await findOwnersOf(tx, caller, note.target)) instanceof Refusal) return refuse('not_found')
    if (!isOfOperator(caller) && !note.isOfMerchant) return refuse('not_found')
    if (!mayRemove(caller, note)) return refuse('forbidden')
    await deleteNote(tx, id)
    await record(tx, { caller, at: deps.now(), action: 'note.remove', target: note.target })
    return null
  })
}

function mayRemove(caller: Caller, { author }: NoteRecord): boolean {
  if (caller.role === 'admin') return true
  return author.kind === caller.kind && author.id === caller.id && author.name === caller.name
}

function shownTo(caller: Caller, { isOfMerchant: _, ...note }: NoteRecord): ShownNote {
  return { ...note, mayRemove: mayRemove(caller, { ...note, isOfMerchant: false }) }
}
