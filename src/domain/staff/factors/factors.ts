import type { Factors } from '@counterfoil/contract/session/factors.ts'
import type { SecondFactorNeeded } from '@counterfoil/contract/session/sign-in.ts'
import type { Static } from 'typebox'
import { type Tx, transaction } from '../../../platform/database/db.ts'
import { hashKey } from '../../../platform/key-hash.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import type { Caller } from '../../actors/caller.ts'
import { record } from '../../audit/record.ts'
import { beginAttempt, beginDeviceAttempt, recordFailure, takeBackAttempt } from '../attempts/attempts.ts'
import { deleteStep, findStep } from '../attempts/step-queries.ts'
import { beginStep } from '../attempts/steps.ts'
import { findStaffMember, lockStaffMember, type StaffRecord } from '../members/member-queries.ts'
import {
  type Actor,
  actorOf,
  endSessionsOf,
  type NewSession,
  openSession,
  renewSession,
  type SignedIn,
  type Visitor,
} from '../sessions/sessions.ts'
import {
  deleteRecoveryCode,
  deleteRecoveryCodes,
  deleteTotp,
  type FactorCounts,
  findFactors,
  lockTotp,
  replaceRecoveryCodes,
  updateTotpUse,
  upsertTotp,
} from './factor-queries.ts'
import { deletePasskeysOf, listPasskeysOf } from './passkey-queries.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { acceptedStep, newTotpSecret, totpUri } from './totp.ts'

export type PendingSignIn = { secondFactor: Static<typeof SecondFactorNeeded> }

export const totpOwner = (staffId: string) => `staff totp ${staffId}`

export function hasFactor({ totpSince, passkeys }: FactorCounts): boolean {
  return totpSince !== null || passkeys > 0
}

/** Continues after a right password: opens a session, or begins the next step for a member with a second factor. */
export async function openSessionOrAskFactor(
  tx: Tx,
  member: StaffRecord,
  visitor: Visitor,
  now: Date,
  /** The device was known until this request changed the password. */
  wasKnownDevice = false,
): Promise<NewSession | PendingSignIn> {
  const factors = await findFactors(tx, member.id)
  if (!hasFactor(factors)) return openSession(tx, member, visitor, now)
  const data = { wasKnownDevice: String(wasKnownDevice) }
  const step = await beginStep(tx, { purpose: 'SECOND_FACTOR', staffId: member.id, data }, now)
  const methods = [
    ...(factors.passkeys > 0 ? (['PASSKEY'] as const) : []),
    ...(factors.totpSince === null ? [] : (['TOTP'] as const)),
    ...(factors.recoveryCodesLeft > 0 ? (['RECOVERY_CODE'] as const) : []),
  ]
  return { secondFactor: { ...step, methods } }
}

export type CodeInput = { code?: string; recoveryCode?: string }

/** The second step of a sign-in. After a wrong code the step stays open, within the limit of the account. */
export async function completeSecondFactor(
  deps: Runtime,
  visitor: Visitor,
  { token, ...input }: CodeInput & { token: string },
): Promise<NewSession | Refusal> {
  if (deps.config.oidcOnly) return refuse('single_sign_on_only')
  const tokenHash = hashKey(token)
  const step = await findStep(deps.db, tokenHash, 'SECOND_FACTOR', deps.now())
  const member = step?.staffId ? await findStaffMember(deps.db, step.staffId) : null
  if (!step || !member) return refuse('invalid_sign_in_step')
  const attempt =
    step.data.wasKnownDevice === 'true'
      ? await beginDeviceAttempt(deps, visitor, member.id)
      : await beginAttempt(deps, visitor, member.email)
  if (attempt instanceof Refusal) return attempt
  const opened = await transaction(deps.db, async (tx) => {
    const now = deps.now()
    const locked = await lockStaffMember(tx, member.id)
    if (!locked?.isActive) return refuse('invalid_sign_in_step')
    if (!(await useCode(tx, deps, locked.id, input))) return refuse('invalid_code')
    if (!(await deleteStep(tx, tokenHash, 'SECOND_FACTOR', now))) return refuse('invalid_sign_in_step')
    const secondFactor = input.code === undefined ? 'RECOVERY_CODE' : 'TOTP'
    return openSession(tx, locked, visitor, now, { secondFactor })
  })
  if (opened instanceof Refusal && opened.code === 'invalid_code')
    return recordFailure(deps, member.id, visitor, 'invalid_code')
  await takeBackAttempt(deps, attempt, !(opened instanceof Refusal))
  return opened
}

/** Verifies the person in a session by a code of the authenticator app. The session continues under a new token. */
export async function proveCode(
  deps: Runtime,
  signedIn: SignedIn,
  code: string,
): Promise<NewSession | Refusal> {
  const { staffId, email } = signedIn.session
  const attempt = await beginAttempt(deps, signedIn, email)
  if (attempt instanceof Refusal) return attempt
  const renewed = await transaction(deps.db, async (tx) => {
    const member = await lockStaffMember(tx, staffId)
    if (!member?.isActive) return refuse('unauthorized')
    if (!(await useCode(tx, deps, staffId, { code }))) return refuse('invalid_code')
    return renewSession(tx, signedIn, deps.now())
  })
  if (renewed instanceof Refusal && renewed.code === 'invalid_code')
    return recordFailure(deps, staffId, signedIn, 'invalid_code')
  await takeBackAttempt(deps, attempt, false)
  return renewed
}

/** Checks a code of the authenticator app, or a recovery code. Both work once. */
async function useCode(
  tx: Tx,
  deps: Runtime,
  staffId: string,
  { code, recoveryCode }: CodeInput,
): Promise<boolean> {
  if (recoveryCode !== undefined) return deleteRecoveryCode(tx, staffId, hashRecoveryCode(recoveryCode))
  const totp = await lockTotp(tx, staffId)
  if (!totp || totp.confirmedAt === null || code === undefined) return false
  const secret = deps.vault.open(totpOwner(staffId), totp.secret)
  const step = acceptedStep(secret, code, totp.lastStep, deps.now())
  if (step === null) return false
  await updateTotpUse(tx, staffId, step, deps.now())
  return true
}

export async function viewFactors(deps: Runtime, { session }: SignedIn): Promise<Static<typeof Factors>> {
  const found = await findFactors(deps.db, session.staffId)
  return { ...found, passkeys: await listPasskeysOf(deps.db, session.staffId) }
}

/** The factor counts only after `confirmTotp`: a member whose app has no right codes must not be locked out. */
export async function beginTotp(
  deps: Runtime,
  { session }: SignedIn,
): Promise<{ secret: string; uri: string } | Refusal> {
  const secret = newTotpSecret()
  const { vault } = deps
  const sealed = { secret: vault.seal(totpOwner(session.staffId), secret), sealedWith: vault.keyId }
  const isNew = await deps.db.begin((tx) => upsertTotp(tx, session.staffId, sealed, deps.now()))
  return isNew ? { secret, uri: totpUri(secret, session.email) } : refuse('totp_active')
}

/** Returns the recovery codes, which are shown only once. */
export async function confirmTotp(
  deps: Runtime,
  signedIn: SignedIn,
  code: string,
): Promise<{ recoveryCodes: string[] } | Refusal> {
  const { staffId } = signedIn.session
  return transaction(deps.db, async (tx) => {
    const now = deps.now()
    const totp = await lockTotp(tx, staffId)
    if (!totp) return refuse('not_found')
    if (totp.confirmedAt !== null) return refuse('totp_active')
    const secret = deps.vault.open(totpOwner(staffId), totp.secret)
    const step = acceptedStep(secret, code, null, now)
    if (step === null) return refuse('invalid_code')
    await updateTotpUse(tx, staffId, step, now)
    await recordFactorChange(tx, signedIn, 'factor.add', 'TOTP', now)
    return storeNewRecoveryCodes(tx, signedIn, now)
  })
}

export async function removeTotp(deps: Runtime, signedIn: SignedIn): Promise<null | Refusal> {
  const { staffId } = signedIn.session
  return transaction(deps.db, async (tx) => {
    if (!(await deleteTotp(tx, staffId))) return refuse('not_found')
    await recordFactorChange(tx, signedIn, 'factor.remove', 'TOTP', deps.now())
    await deleteCodesWithoutFactor(tx, staffId)
    return null
  })
}

/** Recovery codes replace a factor, so they are deleted with the last one. */
export async function deleteCodesWithoutFactor(tx: Tx, staffId: string): Promise<void> {
  if (!hasFactor(await findFactors(tx, staffId))) await deleteRecoveryCodes(tx, staffId)
}

export async function createRecoveryCodes(
  deps: Runtime,
  signedIn: SignedIn,
): Promise<{ recoveryCodes: string[] } | Refusal> {
  return transaction(deps.db, async (tx) => {
    if (!hasFactor(await findFactors(tx, signedIn.session.staffId))) return refuse('no_second_factor')
    return storeNewRecoveryCodes(tx, signedIn, deps.now())
  })
}

export async function storeNewRecoveryCodes(tx: Tx, signedIn: SignedIn, at: Date) {
  const { staffId } = signedIn.session
  const recoveryCodes = newRecoveryCodes()
  await replaceRecoveryCodes(tx, staffId, recoveryCodes.map(hashRecoveryCode))
  await recordFactor(tx, actorOf(signedIn), staffId, 'factor.add', 'RECOVERY_CODES', at)
  return { recoveryCodes }
}

/** A change of factors ends all other sessions: somebody else may have opened them (ASVS 7.4.3). */
export async function recordFactorChange(
  tx: Tx,
  signedIn: SignedIn,
  action: 'factor.add' | 'factor.remove',
  kind: 'TOTP' | 'PASSKEY',
  at: Date,
): Promise<void> {
  const { staffId } = signedIn.session
  await recordFactor(tx, actorOf(signedIn), staffId, action, kind, at)
  await endSessionsOf(tx, actorOf(signedIn), staffId, at, signedIn.sessionId)
}

async function recordFactor(
  tx: Tx,
  caller: Actor,
  staffId: string,
  action: 'factor.add' | 'factor.remove',
  kind: string,
  at: Date,
): Promise<void> {
  const after = { kind, address: caller.address ?? null }
  await record(tx, { caller, at, action, target: `staff:${staffId}`, after })
}

/** Lets an admin remove the factors of a member who has lost their phone. Ends the member's sessions. */
export async function removeFactorsOf(
  deps: Runtime,
  caller: Caller,
  staffId: string,
): Promise<null | Refusal> {
  return transaction(deps.db, async (tx) => {
    if (!(await lockStaffMember(tx, staffId))) return refuse('not_found')
    const now = deps.now()
    const factors = await findFactors(tx, staffId)
    await deleteTotp(tx, staffId)
    await deletePasskeysOf(tx, staffId)
    await deleteRecoveryCodes(tx, staffId)
    if (!hasFactor(factors)) return null
    await recordFactor(tx, caller, staffId, 'factor.remove', 'ALL', now)
    await endSessionsOf(tx, caller, staffId, now)
    return null
  })
}
