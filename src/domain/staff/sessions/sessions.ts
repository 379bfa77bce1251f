import { randomBytes } from 'node:crypto'
import type { Session } from '@counterfoil/contract/session/sign-in.ts'
import type { Static } from 'typebox'
import type { CommitWatch } from '../../../platform/database/commit-watch.ts'
import { type Tx, transaction } from '../../../platform/database/db.ts'
import { orderedId } from '../../../platform/database/ordered-id.ts'
import { hashKey } from '../../../platform/key-hash.ts'
import { type Refusal, refuse } from '../../../platform/refusal.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import type { Caller } from '../../actors/caller.ts'
import { record } from '../../audit/record.ts'
import { recordNotice } from '../../stored-alerts/record-notice.ts'
import type { StaffRecord } from '../members/member-queries.ts'
import {
  deleteSession,
  deleteSessionsBeyond,
  deleteSessionsOf,
  findSession,
  insertSession,
  type SessionRecord,
  type SignInMethod,
  updateSessionProof,
  updateSessionUse,
} from './session-queries.ts'

export const SESSION_LIFETIME_MS = 7 * 24 * 60 * 60_000
const MAX_UNUSED_MS = 12 * 60 * 60_000
/** The maximum number of sessions of one person. A further sign-in ends the least recently used one. */
const MAX_SESSIONS = 10
/** The last use is stored once a minute, so that a busy console or program does not write with every request. */
export const USE_STORED_MS = 60_000
/** A sensitive act needs a proof (password or passkey) that is not older than this. */
export const PROOF_LIFETIME_MS = 15 * 60_000

/** A browser on the sign-in page. The person is not known yet. */
export type Visitor = {
  address: string
  /** Browser and operating system; null if unknown. */
  device: string | null
  /** Whether this is plain http at localhost, where browsers refuse cookies for https only. */
  isLocalHttp: boolean
  /** The Host header, with its port. */
  host: string
  /** The token in the session cookie. A new sign-in ends that session. */
  cookieToken: string | null
  /** The cookie of a known device, still sealed. */
  deviceCookie: string | null
  /** Whether the cookie says that this member has signed in here before. */
  isKnownDeviceOf: (staffId: string) => boolean
}

export type SignedIn = Visitor & { tokenHash: Buffer; sessionId: string; session: Static<typeof Session> }

/** The one who ends sessions or changes factors, for the audit log. */
export type Actor = Pick<Caller, 'kind' | 'id' | 'name' | 'address'>

/** The token is for the cookie; only its hash is stored. */
export type NewSession = { token: string; session: Static<typeof Session> }

/** The session is read at every request, so that a session ended on another node is refused here too. */
export async function resolveSession(
  deps: Runtime & { commits: CommitWatch },
  token: string,
): Promise<Omit<SignedIn, keyof Visitor> | null> {
  const now = deps.now()
  const tokenHash = hashKey(token)
  const found = await findSession(deps.db, tokenHash, now, unusedSince(now))
  if (!found) return null
  // Such a session was opened before OIDC_ONLY was turned on, or by a node without that setting.
  if (deps.config.oidcOnly && found.method !== 'SSO') return null
  const isDue = Date.parse(found.lastUsedAt) <= now.getTime() - USE_STORED_MS
  if (isDue && !deps.commits.isStalled()) {
    await updateSessionUse(deps.db, tokenHash, now)
    found.lastUsedAt = now.toISOString()
  }
  return { tokenHash, sessionId: found.id, session: viewSession(found) }
}

/** A session that was last used at this time or before has ended. */
export function unusedSince(now: Date): Date {
  return new Date(now.getTime() - MAX_UNUSED_MS)
}

/** How a person has proved who they are. */
export type SignInProof = {
  method?: SignInMethod
  secondFactor?: 'TOTP' | 'RECOVERY_CODE' | null
  /** When the person proved who they are, if not now; null if they did not. */
  provedAt?: Date | null
}

/** Every sign-in gets a new token, and ends the session that the browser had before. */
export async function openSession(
  tx: Tx,
  member: StaffRecord,
  { address, device, cookieToken, isKnownDeviceOf }: Visitor,
  now: Date,
  { method = 'PASSWORD', secondFactor = null, provedAt = now }: SignInProof = {},
): Promise<NewSession> {
  const caller = { ...staffActor(member.id, member.name), address }
  const previous = cookieToken && (await deleteSession(tx, hashKey(cookieToken)))
  if (previous) await recordEndedSessions(tx, caller, previous, 1, now)
  const token = newToken()
  const [id, expiresAt] = [orderedId(), new Date(now.getTime() + SESSION_LIFETIME_MS)]
  const connection = { method, device, address, provedAt }
  const row = { id, tokenHash: hashKey(token), staffId: member.id, ...connection, expiresAt }
  await insertSession(tx, row, now)
  const limits = { max: MAX_SESSIONS, now, unusedSince: unusedSince(now) }
  const ended = await deleteSessionsBeyond(tx, member.id, limits)
  if (ended > 0) await recordEndedSessions(tx, caller, member.id, ended, now)
  const after = { address, device, method, secondFactor }
  await record(tx, { caller, at: now, action: 'session.create', target: `staff:${member.id}`, after })
  if (member.role === 'admin' && !isKnownDeviceOf(member.id)) {
    const subject = { type: 'staff', id: member.id, name: member.name } as const
    await recordNotice(tx, { kind: 'NEW_DEVICE', subject, facts: { device } }, now)
  }
  const opened = await findSession(tx, row.tokenHash, now, unusedSince(now))
  if (!opened) throw new Error('a session was opened for a member who is not active')
  return { token, session: viewSession(opened) }
}

/**
 * Continues a session after a new proof, under a new token: somebody who knew the old token must not profit from the proof
 * (ASVS 7.2.4).
 */
export async function renewSession(
  tx: Tx,
  { tokenHash, session }: SignedIn,
  now: Date,
): Promise<NewSession | Refusal> {
  const token = newToken()
  if (!(await updateSessionProof(tx, tokenHash, hashKey(token), now))) return refuse('unauthorized')
  return { token, session: { ...session, provedUntil: provedUntil(now) } }
}

export function isProofRecent({ provedUntil }: Static<typeof Session>, now: Date): boolean {
  return provedUntil !== null && now.getTime() < Date.parse(provedUntil)
}

export async function signOut(deps: Runtime, signedIn: SignedIn): Promise<null | Refusal> {
  return transaction(deps.db, async (tx) => {
    if (!(await deleteSession(tx, signedIn.tokenHash))) return refuse('unauthorized')
    await recordEndedSessions(tx, actorOf(signedIn), signedIn.session.staffId, 1, deps.now())
    return null
  })
}

export async function signOutEverywhere(deps: Runtime, signedIn: SignedIn): Promise<null | Refusal> {
  return transaction(deps.db, async (tx) => {
    const ended = await endSessionsOf(tx, actorOf(signedIn), signedIn.session.staffId, deps.now())
    return ended === 0 ? refuse('unauthorized') : null
  })
}

/** Ends all sessions of a member after a change of password, role or status. Returns their number. */
export async function endSessionsOf(
  tx: Tx,
  caller: Actor,
  staffId: string,
  now: Date,
  exceptId: string | null = null,
): Promise<number> {
  const ended = await deleteSessionsOf(tx, staffId, exceptId)
  if (ended > 0) await recordEndedSessions(tx, caller, staffId, ended, now)
  return ended
}

export async function recordEndedSessions(
  tx: Tx,
  caller: Actor,
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

export function actorOf({ session, address }: SignedIn): Actor {
  return { ...staffActor(session.staffId, session.name), address }
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

function provedUntil(provedAt: Date): string {
  return new Date(provedAt.getTime() + PROOF_LIFETIME_MS).toISOString()
}

function viewSession(found: SessionRecord): Static<typeof Session> {
  const { id: _, provedAt, lastUsedAt, expiresAt, ...same } = found
  const unusedEndMs = Math.min(Date.parse(lastUsedAt) + MAX_UNUSED_MS, Date.parse(expiresAt))
  return {
    ...same,
    provedUntil: provedAt === null ? null : provedUntil(new Date(provedAt)),
    expiresAt,
    expiresUnusedAt: new Date(unusedEndMs).toISOString(),
  }
}
