import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { type Tx, transaction } from '../../../platform/database/db.ts'
import { orderedId } from '../../../platform/database/ordered-id.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import { recordPasskeyFailure } from '../attempts/attempts.ts'
import { type BegunStep, beginAnonymousStep, beginStep, takeStep } from '../attempts/steps.ts'
import { lockStaffMember } from '../members/member-queries.ts'
import {
  type NewSession,
  openSession,
  renewSession,
  type SignedIn,
  type Visitor,
} from '../sessions/sessions.ts'
import { findFactors } from './factor-queries.ts'
import { deleteCodesWithoutFactor, recordFactorChange, storeNewRecoveryCodes } from './factors.ts'
import {
  deletePasskey,
  findPasskeyByCredential,
  insertPasskey,
  listCredentialsOf,
  type PasskeyRecord,
  type PasskeyView,
  updatePasskeyName,
  updatePasskeyUse,
} from './passkey-queries.ts'

/** The library is loaded at the first use of a passkey: it has 300 modules, and a start needs none of them. */
const loadWebAuthn = () => import('@simplewebauthn/server')

/** COSE names of EdDSA, ES256 and RS256, which all browsers and authenticators know. */
const ALGORITHMS = [-8, -7, -257]

type Options = BegunStep & { options: Record<string, unknown> }
export type PasskeyInput = { token: string; credential: unknown }

/** The host and origin that passkeys are bound to. A passkey needs https and a host name; localhost counts. */
function relyingParty(
  { config }: Runtime,
  { isLocalHttp, host }: Visitor,
): { id: string; origin: string } | Refusal {
  const { protocol, hostname, origin } = new URL(isLocalHttp ? `http://${host}` : config.publicUrl)
  const isSecure = isLocalHttp || protocol === 'https:'
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[')
  return isSecure && isName ? { id: hostname, origin } : refuse('passkeys_unavailable')
}

export function passkeysWork(deps: Runtime, visitor: Visitor): boolean {
  return !(relyingParty(deps, visitor) instanceof Refusal)
}

/** The member's id in bytes. It is stored in the passkey, and reveals nothing about the person. */
function userHandle(staffId: string): Buffer<ArrayBuffer> {
  return Buffer.from(staffId.replaceAll('-', ''), 'hex')
}

export async function beginPasskey(deps: Runtime, signedIn: SignedIn): Promise<Options | Refusal> {
  const party = relyingParty(deps, signedIn)
  if (party instanceof Refusal) return party
  const { staffId, email, name } = signedIn.session
  const known = await listCredentialsOf(deps.db, staffId)
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Counterfoil',
    rpID: party.id,
    userID: userHandle(staffId),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const step = { purpose: 'PASSKEY_ADD' as const, staffId, data: { challenge: options.challenge } }
  const begun = await deps.db.begin((tx) => beginStep(tx, step, deps.now()))
  return { ...begun, options: { ...options } }
}

export async function addPasskey(
  deps: Runtime,
  signedIn: SignedIn,
  { token, name, credential }: PasskeyInput & { name: string },
): Promise<(PasskeyView & { recoveryCodes: string[] | null }) | Refusal> {
  const { staffId } = signedIn.session
  const party = relyingParty(deps, signedIn)
  if (party instanceof Refusal) return party
  const step = await takeStep(deps, token, 'PASSKEY_ADD')
  if (step instanceof Refusal) return step
  if (step.staffId !== staffId) return refuse('invalid_sign_in_step')
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const verified = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: step.data.challenge as string,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!verified?.verified) return refuse('passkey_refused')
  const { id: credentialId, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  const row = { id: orderedId(), staffId, credentialId, name, signCount: counter, transports }
  return transaction(deps.db, async (tx) => {
    const now = deps.now()
    const added = await insertPasskey(tx, { ...row, publicKey: Buffer.from(publicKey) }, now)
    await recordFactorChange(tx, signedIn, 'factor.add', 'PASSKEY', now)
    // A lost device must not lock out a person whose only factor is on it.
    const { recoveryCodesLeft } = await findFactors(tx, staffId)
    const codes = recoveryCodesLeft === 0 ? await storeNewRecoveryCodes(tx, signedIn, now) : null
    return { ...added, recoveryCodes: codes?.recoveryCodes ?? null }
  })
}

export async function renamePasskey(
  deps: Runtime,
  { session }: SignedIn,
  id: string,
  name: string,
): Promise<PasskeyView | Refusal> {
  const renamed = await deps.db.begin((tx) => updatePasskeyName(tx, session.staffId, id, name))
  return renamed ?? refuse('not_found')
}

export async function removePasskey(deps: Runtime, signedIn: SignedIn, id: string): Promise<null | Refusal> {
  const { staffId } = signedIn.session
  return transaction(deps.db, async (tx) => {
    if (!(await deletePasskey(tx, staffId, id))) return refuse('not_found')
    await recordFactorChange(tx, signedIn, 'factor.remove', 'PASSKEY', deps.now())
    await deleteCodesWithoutFactor(tx, staffId)
    return null
  })
}

/**
 * Anybody may call this. The browser offers the passkeys of this host, and its response says to whom the passkey belongs.
 */
export async function beginPasskeyUse(deps: Runtime, visitor: Visitor): Promise<Options | Refusal> {
  const party = relyingParty(deps, visitor)
  if (party instanceof Refusal) return party
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({ rpID: party.id, userVerification: 'required' })
  const data = { challenge: options.challenge }
  const begun = await beginAnonymousStep(deps, visitor, { purpose: 'PASSKEY_USE', data })
  return begun instanceof Refusal ? begun : { ...begun, options: { ...options } }
}

export async function signInWithPasskey(
  deps: Runtime,
  visitor: Visitor,
  input: PasskeyInput,
): Promise<NewSession | Refusal> {
  if (deps.config.oidcOnly) return refuse('single_sign_on_only')
  const used = await verifyPasskey(deps, visitor, input)
  if (used instanceof Refusal) return used
  return transaction(deps.db, async (tx) => {
    const member = await lockUser(tx, deps, used)
    return member
      ? openSession(tx, member, visitor, deps.now(), { method: 'PASSKEY' })
      : refuse('passkey_refused')
  })
}

/** Verifies the person in a session by a passkey. */
export async function provePasskey(
  deps: Runtime,
  signedIn: SignedIn,
  input: PasskeyInput,
): Promise<NewSession | Refusal> {
  const used = await verifyPasskey(deps, signedIn, input)
  if (used instanceof Refusal) return used
  if (used.staffId !== signedIn.session.staffId) return refuse('passkey_refused')
  return transaction(deps.db, async (tx) => {
    const member = await lockUser(tx, deps, used)
    return member ? renewSession(tx, signedIn, deps.now()) : refuse('passkey_refused')
  })
}

type UsedPasskey = Pick<PasskeyRecord, 'id' | 'staffId' | 'signCount'>

/** The member may have been deactivated, or the passkey removed, since it was read. */
async function lockUser(tx: Tx, deps: Runtime, { id, staffId, signCount }: UsedPasskey) {
  const member = await lockStaffMember(tx, staffId)
  const isSame = member?.isActive && (await updatePasskeyUse(tx, id, signCount, deps.now()))
  return isSame ? member : null
}

async function verifyPasskey(
  deps: Runtime,
  visitor: Visitor,
  { token, credential }: PasskeyInput,
): Promise<UsedPasskey | Refusal> {
  const party = relyingParty(deps, visitor)
  if (party instanceof Refusal) return party
  const step = await takeStep(deps, token, 'PASSKEY_USE')
  if (step instanceof Refusal) return step
  const response = credential as AuthenticationResponseJSON
  const found = await findPasskeyByCredential(deps.db, response.id)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verified =
    found &&
    (await verifyAuthenticationResponse({
      response,
      expectedChallenge: step.data.challenge as string,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: found.credentialId,
        publicKey: new Uint8Array(found.publicKey),
        counter: found.signCount,
      },
    }).catch(() => null))
  if (!found || !verified?.verified) return recordPasskeyFailure(deps, found?.staffId ?? null, visitor)
  return { ...found, signCount: verified.authenticationInfo.newCounter }
}
