import { randomBytes } from 'node:crypto'
import type { Session } from '@counterfoil/contract/staff-sign-in.ts'
import type { Static } from 'typebox'
import { type Tx, transaction } from '../../platform/database/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from './caller.ts'
import { hashKey } from './key-hash.ts'
import type { StaffRecord } from './queries.ts'
import {
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  type SessionRecord,
  updateSessionUse,
} from './sign-in-queries.ts'

export const SESSION_LIFETIME_MS = 7 * 24 * 60 * 60_000
const MAX_UNUSED_MS = 12 * 60 * 60_000
/** The last use is stored once a minute, so that a busy console does not write with every request. */
const USE_STORED_MS = 60_000

/** Somebody on the sign-in page, of whom only the connection is known. */
export type Visitor = {
  address: string
  /** On plain http at localhost, where browsers refuse cookies for https only. */
  isLocalHttp: boolean
}

export type SignedIn = Visitor & { tokenHash: Buffer; session: Static<typeof Session> }

/** The token is for the cookie; only its hash is stored. */
export type NewSession = { token: string; session: Static<typeof Session> }

/** Read with every request, so that a session that ended on another node is refused here too. */
export async function resolveSession(
  deps: Pick<Deps, 'db' | 'now'>,
  token: string,
): Promise<Omit<SignedIn, keyof Visitor> | null> {
  const now = deps.now()
  const tokenHash = hashKey(token)
  const found = await findSession(deps.db, tokenHash, now, new Date(now.getTime() - MAX_UNUSED_MS))
  if (!found) return null
  if (Date.parse(found.lastUsedAt) <= now.getTime() - USE_STORED_MS)
    await updateSessionUse(deps.db, tokenHash, now)
  return { tokenHash, session: viewSession(found, now) }
}

/** Every sign-in gets a new token. Audited with the address, like everything about sessions. */
export async function openSession(
  tx: Tx,
  member: StaffRecord,
  { address }: Visitor,
  now: Date,
): Promise<NewSession> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_MS)
  await insertSession(tx, { tokenHash: hashKey(token), staffId: member.id, address, expiresAt }, now)
  const target = `staff:${member.id}`
  await record(tx, {
    caller: staffActor(member.id, member.name),
    at: now,
    action: 'session.create',
    target,
    after: { address },
  })
  return {
    token,
    session: viewSession({ ...member, staffId: member.id, expiresAt: expiresAt.toISOString() }, now),
  }
}

export async function signOut(deps: Deps, signedIn: SignedIn): Promise<null | Refusal> {
  return transaction(deps.db, async (tx) => {
    if (!(await deleteSession(tx, signedIn.tokenHash))) return refuse('unauthorized')
    await recordEnd(tx, deps, signedIn, 1)
    return null
  })
}

export async function signOutEverywhere(deps: Deps, signedIn: SignedIn): Promise<null | Refusal> {
  return transaction(deps.db, async (tx) => {
    const ended = await deleteSessionsOf(tx, signedIn.session.staffId)
    if (ended === 0) return refuse('unauthorized')
    await recordEnd(tx, deps, signedIn, ended)
    return null
  })
}

async function recordEnd(tx: Tx, deps: Deps, { session, address }: SignedIn, ended: number): Promise<void> {
  const caller = staffActor(session.staffId, session.name)
  await recordEndedSessions(tx, { ...caller, address }, session.staffId, ended, deps.now())
}

/** Ends all sessions of a member, for a change of password, role or status. */
export async function endSessionsOf(
  tx: Tx,
  caller: Pick<Caller, 'kind' | 'id' | 'name' | 'address'>,
  staffId: string,
  now: Date,
): Promise<void> {
  const ended = await deleteSessionsOf(tx, staffId)
  if (ended > 0) await recordEndedSessions(tx, caller, staffId, ended, now)
}

async function recordEndedSessions(
  tx: Tx,
  caller: Pick<Caller, 'kind' | 'id' | 'name' | 'address'>,
  staffId: string,
  ended: number,
  at: Date,
): Promise<void> {
  const after = { ended, address: caller.address ?? null }
  await record(tx, { caller, at, action: 'session.end', target: `staff:${staffId}`, after })
}

export function staffActor(id: string, name: string) {
  return { kind: 'staff' as const, id, name }
}

function viewSession(found: Omit<SessionRecord, 'lastUsedAt'>, now: Date): Static<typeof Session> {
  const { staffId, email, name, role, merchantId, partnerId, expiresAt } = found
  const unusedEndMs = Math.min(now.getTime() + MAX_UNUSED_MS, Date.parse(expiresAt))
  const expiresUnusedAt = new Date(unusedEndMs).toISOString()
  return { staffId, email, name, role, merchantId, partnerId, expiresAt, expiresUnusedAt }
}
