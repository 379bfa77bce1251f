import type { StaffSession } from '@counterfoil/contract/session/account.ts'
import type { Session } from '@counterfoil/contract/session/sign-in.ts'
import type { Static } from 'typebox'
import { transaction } from '../../platform/database/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { findStaffMember, type StaffFields } from './members/member-queries.ts'
import { deleteSessionOf, listSessionsOf } from './sessions/session-queries.ts'
import {
  actorOf,
  endSessionsOf,
  recordEndedSessions,
  type SignedIn,
  unusedSince,
} from './sessions/sessions.ts'
import { updateStaffMember } from './update-member.ts'

type Listed = Static<typeof StaffSession>

export async function changeOwnName(
  deps: Runtime,
  signedIn: SignedIn,
  changes: Partial<Pick<StaffFields, 'name' | 'language'>>,
): Promise<Static<typeof Session> | Refusal> {
  const { staffId } = signedIn.session
  const changed = await updateStaffMember(deps, actorOf(signedIn), staffId, changes, null)
  if (changed instanceof Refusal) return changed
  const { name, language } = changed
  return { ...signedIn.session, name, language }
}

/** `currentId` is the session of the request, if members list their own sessions. */
export async function listSessions(
  deps: Runtime,
  staffId: string,
  currentId: string | null,
): Promise<Listed[] | Refusal> {
  if (!(await findStaffMember(deps.db, staffId))) return refuse('not_found')
  const now = deps.now()
  const sessions = await listSessionsOf(deps.db, staffId, now, unusedSince(now))
  return sessions.map((session) => ({ ...session, isCurrent: session.id === currentId }))
}

export async function endSession(
  deps: Runtime,
  caller: Pick<Caller, 'kind' | 'id' | 'name' | 'address'>,
  staffId: string,
  sessionId: string,
): Promise<null | Refusal> {
  return transaction(deps.db, async (tx) => {
    if (!(await deleteSessionOf(tx, staffId, sessionId))) return refuse('not_found')
    await recordEndedSessions(tx, caller, staffId, 1, deps.now())
    return null
  })
}

/** Lets an admin end all sessions of a member. A member without sessions stays unchanged. */
export async function endAllSessions(
  deps: Runtime,
  caller: Caller,
  staffId: string,
): Promise<null | Refusal> {
  if (!(await findStaffMember(deps.db, staffId))) return refuse('not_found')
  return transaction(deps.db, async (tx) => {
    await endSessionsOf(tx, caller, staffId, deps.now())
    return null
  })
}
