import { type Tx, transaction } from '../../../platform/database/db.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import { record } from '../../audit/record.ts'
import { deleteFailures } from '../attempts/attempt-queries.ts'
import { beginAttempt, recordFailure, takeBackAttempt, turnOfMember } from '../attempts/attempts.ts'
import { accountSubject, deviceSubject } from '../attempts/guess-limit.ts'
import { deleteStepsOf } from '../attempts/step-queries.ts'
import { openSessionOrAskFactor, type PendingSignIn } from '../factors/factors.ts'
import { lockStaffMember } from '../members/member-queries.ts'
import { isCommonPassword } from '../passwords/common-passwords.ts'
import type { HashTurn, PasswordsDeps } from '../passwords/password-hash.ts'
import {
  endSessionsOf,
  type NewSession,
  openSession,
  renewSession,
  type SignedIn,
  staffActor,
  type Visitor,
} from '../sessions/sessions.ts'
import { deleteLinksOf, findCredentialsByEmail, findPasswordHash, upsertPassword } from './sign-in-queries.ts'

/**
 * An unknown e-mail address, an inactive member and a member without a password take the same steps as a wrong password:
 * one counted attempt, one hash, one row about the failure.
 */
export async function signIn(
  deps: PasswordsDeps,
  visitor: Visitor,
  { email, password }: { email: string; password: string },
): Promise<NewSession | PendingSignIn | Refusal> {
  const verified = await verifyPassword(deps, visitor, email, password)
  if (verified instanceof Refusal) return verified
  return transaction(deps.db, async (tx) => {
    const member = await lockVerified(tx, verified)
    return member instanceof Refusal ? member : openSessionOrAskFactor(tx, member, visitor, deps.now())
  })
}

/** Verifies the person in a session by the password. The session continues under a new token. */
export async function provePassword(
  deps: PasswordsDeps,
  signedIn: SignedIn,
  password: string,
): Promise<NewSession | Refusal> {
  const verified = await verifyPassword(deps, signedIn, signedIn.session.email, password)
  if (verified instanceof Refusal) return verified
  return transaction(deps.db, async (tx) => {
    const member = await lockVerified(tx, verified)
    return member instanceof Refusal ? member : renewSession(tx, signedIn, deps.now())
  })
}

/** Ends every session of the member and opens a new one here. */
export async function changePassword(
  deps: PasswordsDeps,
  signedIn: SignedIn,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<NewSession | Refusal> {
  const verified = await verifyPassword(deps, signedIn, signedIn.session.email, currentPassword)
  if (verified instanceof Refusal) return verified
  const turn = turnOfMember(signedIn.session.staffId)
  const hash = await hashNewPassword(deps, turn, newPassword, signedIn.session)
  if (hash instanceof Refusal) return hash
  return transaction(deps.db, async (tx) => {
    const member = await lockVerified(tx, verified)
    if (member instanceof Refusal) return member
    await setPassword(tx, member, hash, signedIn, deps.now())
    return openSession(tx, member, signedIn, deps.now())
  })
}

/** The password is checked before it is hashed, so a refused one costs nothing. */
export async function hashNewPassword(
  deps: PasswordsDeps,
  turn: HashTurn,
  password: string,
  { email, name }: { email: string; name: string },
): Promise<string | Refusal> {
  if (await isCommonPassword(password, [email, name])) return refuse('password_too_common')
  return deps.passwords.hash(password, turn)
}

export async function setPassword(
  tx: Tx,
  { id, name, email }: { id: string; name: string; email: string },
  hash: string,
  { address }: Visitor,
  now: Date,
): Promise<void> {
  const caller = { ...staffActor(id, name), address }
  await upsertPassword(tx, id, hash, now)
  for (const subject of [accountSubject(email), deviceSubject(id)]) await deleteFailures(tx, subject)
  await record(tx, { caller, at: now, action: 'staff.password', target: `staff:${id}`, after: { address } })
  await deleteStepsOf(tx, id)
  // A reset link that is still open would undo the change.
  await deleteLinksOf(tx, id)
  await endSessionsOf(tx, caller, id, now)
}

type Verified = { id: string; passwordHash: string }

async function verifyPassword(
  deps: PasswordsDeps,
  visitor: Visitor | SignedIn,
  email: string,
  password: string,
): Promise<Verified | Refusal> {
  if (deps.config.oidcOnly) return refuse('single_sign_on_only')
  const attempt = await beginAttempt(deps, visitor, email)
  if (attempt instanceof Refusal) return attempt
  const found = await findCredentialsByEmail(deps.db, email)
  const passwordHash = found?.isActive ? found.passwordHash : null
  const isRight = await deps.passwords.verify(password, passwordHash, attempt.turn)
  if (isRight === false) return recordFailure(deps, found?.id ?? null, visitor, 'invalid_credentials')
  await takeBackAttempt(deps, attempt, isRight === true && !found?.hasFactor)
  if (isRight instanceof Refusal) return isRight
  return { id: found?.id as string, passwordHash: passwordHash as string }
}

/** The member may have been deactivated, or the password changed, while it was hashed. */
async function lockVerified(tx: Tx, { id, passwordHash }: Verified) {
  const member = await lockStaffMember(tx, id)
  const isSame = member?.isActive && (await findPasswordHash(tx, id)) === passwordHash
  return isSame ? member : refuse('invalid_credentials')
}
