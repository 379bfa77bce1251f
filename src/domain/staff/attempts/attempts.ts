import { transaction } from '../../../platform/database/db.ts'
import { canonicalEmail } from '../../../platform/input/canonical-email.ts'
import { type Refusal, refuse } from '../../../platform/refusal.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import { SYSTEM } from '../../actors/caller.ts'
import { record } from '../../audit/record.ts'
import type { HashTurn } from '../passwords/password-hash.ts'
import { openDeviceCookie } from '../sessions/known-device.ts'
import type { SignedIn, Visitor } from '../sessions/sessions.ts'
import { deleteFailures, findDeviceOwner, lockFailures, updateFailures } from './attempt-queries.ts'
import {
  addFailure,
  addressGroup,
  deviceMailSubject,
  deviceSubject,
  isOfAccount,
  limitedMailSubjects,
  limitedSubjects,
  passkeySubject,
  removeFailure,
  secondsToWait,
} from './guess-limit.ts'
import { addUnknownFailure } from './unknown-failures.ts'

/** An attempt to sign in. It counts as a failure until it is taken back. */
export type Attempt = { subjects: string[]; address: string; turn: HashTurn }

/**
 * Counts the attempt as a failure before the password or code is checked. Otherwise parallel guesses would all be checked
 * before the first of them counts.
 */
export async function beginAttempt(
  deps: Runtime,
  visitor: Visitor | SignedIn,
  email: string,
): Promise<Attempt | Refusal> {
  const staffId = await knownAccount(deps, visitor, email)
  if (staffId) return beginDeviceAttempt(deps, visitor, staffId)
  const { address } = visitor
  const turn = { key: addressGroup(address), isStranger: true }
  const subjects = limitedSubjects(email, address)
  return (await countAttempt(deps, subjects)) ?? { subjects, address, turn }
}

/** Begins an attempt that counts against the limit of an account's known devices. */
export async function beginDeviceAttempt(
  deps: Runtime,
  { address }: Visitor,
  staffId: string,
): Promise<Attempt | Refusal> {
  const subjects = [deviceSubject(staffId)]
  return (await countAttempt(deps, subjects)) ?? { subjects, address, turn: turnOfMember(staffId) }
}

/** The place of a member with a session, a link or a known device. */
export function turnOfMember(staffId: string | null): HashTurn {
  return { key: `staff:${staffId ?? 'first admin'}`, isStranger: false }
}

/** Counts a request for an e-mail. Refuses it if there were too many. */
export async function beginMailRequest(
  deps: Runtime,
  visitor: Visitor,
  email: string,
): Promise<Refusal | null> {
  const staffId = await knownAccount(deps, visitor, email)
  const subjects = staffId ? [deviceMailSubject(staffId)] : limitedMailSubjects(email, visitor.address)
  return countAttempt(deps, subjects)
}

/**
 * The account with this e-mail address, if the browser has a session of it or is one of its known devices. Strangers can
 * use up the limits of an account, an IP address and a mailbox, but must not lock out the member.
 */
export async function knownAccount(
  deps: Runtime,
  visitor: Visitor | SignedIn,
  email: string,
): Promise<string | null> {
  if ('session' in visitor) return visitor.session.staffId
  const owner = await findOwnerOfDevice(deps, visitor)
  return owner && canonicalEmail(owner.email) === canonicalEmail(email) ? owner.id : null
}

/** The member whose known device the browser is; null for a stranger. */
export async function findOwnerOfDevice(
  deps: Runtime,
  { deviceCookie }: Visitor,
): Promise<{ id: string; email: string } | null> {
  const device = deviceCookie === null ? null : openDeviceCookie(deps, deviceCookie)
  return device && findDeviceOwner(deps.db, device)
}

async function countAttempt(deps: Runtime, subjects: string[]): Promise<Refusal | null> {
  return transaction(deps.db, async (tx) => {
    const now = deps.now()
    const known = await lockFailures(tx, subjects, now)
    const retryAfterSeconds = secondsToWait([...known.values()], now)
    if (retryAfterSeconds > 0) return refuse('too_many_sign_ins', { retryAfterSeconds })
    for (const [subject, before] of known) await updateFailures(tx, subject, addFailure(subject, before, now))
    return null
  })
}

/**
 * A complete sign-in clears the account's failures, but not those of the address, because a guesser may have an account
 * too. The first of two steps takes back only the attempt itself: a person who knows the password must not have unlimited
 * guesses at the code.
 */
export async function takeBackAttempt(
  deps: Runtime,
  { subjects }: Attempt,
  isSignedIn: boolean,
): Promise<void> {
  await deps.db.begin(async (tx) => {
    for (const [subject, before] of await lockFailures(tx, subjects, deps.now())) {
      if (isSignedIn && isOfAccount(subject)) await deleteFailures(tx, subject)
      else await updateFailures(tx, subject, removeFailure(before))
    }
  })
}

/** On a known account, each failure is an audit entry, with the system as the actor: nobody knows who tried. */
export async function recordFailure(
  deps: Runtime,
  staffId: string | null,
  { address }: Pick<Attempt, 'address'>,
  code: 'invalid_credentials' | 'invalid_code' | 'passkey_refused' | 'email_not_invited',
): Promise<Refusal> {
  const entry = { caller: SYSTEM, at: deps.now(), action: 'session.refuse', after: { address } }
  if (staffId === null) await addUnknownFailure(deps, address)
  else await deps.db.begin((tx) => record(tx, { ...entry, target: `staff:${staffId}` }))
  return refuse(code)
}

/** Attempts with a passkey are not limited. Beyond the limit of the account, they are only counted. */
export async function recordPasskeyFailure(
  deps: Runtime,
  staffId: string | null,
  visitor: Visitor,
): Promise<Refusal> {
  const isWithinLimit = staffId && (await countAttempt(deps, [passkeySubject(staffId)])) === null
  return recordFailure(deps, isWithinLimit ? staffId : null, visitor, 'passkey_refused')
}
