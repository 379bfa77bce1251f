import * as openid from 'openid-client'
import { type Tx, transaction } from '../../../platform/database/db.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import type { Caller } from '../../actors/caller.ts'
import { record } from '../../audit/record.ts'
import { recordFailure } from '../attempts/attempts.ts'
import { type BegunStep, beginAnonymousStep, takeStep } from '../attempts/steps.ts'
import { lockStaffMember, type StaffRecord } from '../members/member-queries.ts'
import {
  endSessionsOf,
  type NewSession,
  openSession,
  PROOF_LIFETIME_MS,
  staffActor,
  type Visitor,
} from '../sessions/sessions.ts'
import type { Issuer, IssuerDeps } from './issuer.ts'
import { deleteLinksOf, findCredentialsByEmail } from './sign-in-queries.ts'
import { deleteSubjectsOf, findMemberOfSubject, insertSubject, type Subject } from './subject-queries.ts'

/** A sign-in at the issuer counts as a recent proof for this time. */
const MAX_AGE_SECONDS = String(PROOF_LIFETIME_MS / 1000)

/** Uses an authorization code with PKCE, state and nonce. The token of the step binds the response to the browser tab. */
export async function beginSingleSignOn(
  deps: IssuerDeps,
  visitor: Visitor,
): Promise<(BegunStep & { url: string }) | Refusal> {
  if (!deps.issuer) return refuse('single_sign_on_off')
  const config = await deps.issuer.discover()
  if (config instanceof Refusal) return config
  const [state, nonce, verifier] = [
    openid.randomState(),
    openid.randomNonce(),
    openid.randomPKCECodeVerifier(),
  ]
  const isProof = visitor.cookieToken !== null
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(deps),
    scope: 'openid email',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Inside a session, the person signs in again to prove who they are. With `max_age`, the issuer must also say when.
    ...(isProof && { prompt: 'login', max_age: MAX_AGE_SECONDS }),
    state,
    nonce,
  })
  const data = { state, nonce, verifier, ...(isProof && { maxAge: MAX_AGE_SECONDS }) }
  const begun = await beginAnonymousStep(deps, visitor, { purpose: 'SSO', data })
  return begun instanceof Refusal ? begun : { ...begun, url: url.href }
}

export async function completeSingleSignOn(
  deps: IssuerDeps,
  visitor: Visitor,
  { token, query }: { token: string; query: string },
): Promise<NewSession | Refusal> {
  if (!deps.issuer) return refuse('single_sign_on_off')
  const step = await takeStep(deps, token, 'SSO')
  if (step instanceof Refusal) return step
  const callbackUrl = new URL(redirectUri(deps))
  callbackUrl.search = query
  const identity = await verifiedIdentity(deps.issuer, callbackUrl, step.data)
  if (identity instanceof Refusal) return identity
  const boundId = await findMemberOfSubject(deps.db, identity)
  const staffId = boundId ?? (await findInvitedMember(deps, identity))
  if (staffId instanceof Refusal) return staffId
  const opened = await transaction(deps.db, async (tx) => {
    const now = deps.now()
    const member = await lockStaffMember(tx, staffId)
    if (!member?.isActive) return refuse('email_not_invited')
    const isOwn =
      (await findMemberOfSubject(tx, identity)) === member.id ||
      (boundId === null && (await bindSubject(tx, member, identity, visitor, now)))
    if (!isOwn) return refuse('email_not_invited')
    // The person can sign in now, so an open link must not stay usable.
    await deleteLinksOf(tx, member.id)
    return openSession(tx, member, visitor, now, { method: 'SSO', provedAt: proofTime(identity, now) })
  })
  const isRefused = opened instanceof Refusal && opened.code === 'email_not_invited'
  return isRefused ? recordFailure(deps, staffId, visitor, 'email_not_invited') : opened
}

/** The first sign-in finds the member by the e-mail address. */
async function findInvitedMember(deps: Runtime, { email }: Identity): Promise<string | Refusal> {
  if (email === null) return refuse('email_not_verified')
  return (await findCredentialsByEmail(deps.db, email))?.id ?? refuse('email_not_invited')
}

/**
 * Binds the member to this account of the issuer. From now on only this account signs the member in, under any e-mail
 * address: the issuer can give an address to another person, but never a subject. The subject may name the person, so it
 * is not in the audit log.
 */
async function bindSubject(
  tx: Tx,
  { id, name }: StaffRecord,
  identity: Identity,
  { address }: Visitor,
  at: Date,
): Promise<boolean> {
  if (!(await insertSubject(tx, id, identity, at))) return false
  const after = { issuer: identity.issuer, address }
  await record(tx, { caller: staffActor(id, name), at, action: 'staff.bind', target: `staff:${id}`, after })
  return true
}

/**
 * Lets an admin unbind a member who has a new account at the issuer. The next sign-in binds again, and all sessions end.
 */
export async function releaseSubject(
  deps: Runtime,
  caller: Caller,
  staffId: string,
): Promise<null | Refusal> {
  return transaction(deps.db, async (tx) => {
    if (!(await lockStaffMember(tx, staffId))) return refuse('not_found')
    const issuers = await deleteSubjectsOf(tx, staffId)
    if (issuers.length === 0) return null
    const [at, target] = [deps.now(), `staff:${staffId}`]
    const after = { issuers, address: caller.address ?? null }
    await record(tx, { caller, at, action: 'staff.release', target, after })
    await endSessionsOf(tx, caller, staffId, at)
    return null
  })
}

/** The console reads the response, so that the session cookie can be SameSite=Strict. */
function redirectUri({ config }: Runtime): string {
  return `${config.publicUrl}/console/`
}

type Identity = Subject & {
  /** The e-mail address; null unless the issuer has verified it. */
  email: string | null
  /** When the person last signed in at the issuer; null if the issuer does not say. */
  provedAtMs: number | null
}

/**
 * The person whom the issuer has authenticated. With `maxAge`, the issuer must say that they signed in within that time.
 */
async function verifiedIdentity(
  issuer: Issuer,
  callbackUrl: URL,
  { state = '', nonce = '', verifier = '', maxAge }: Record<string, string>,
): Promise<Identity | Refusal> {
  const config = await issuer.discover()
  if (config instanceof Refusal) return config
  return issuer.ask(async () => {
    const checks = {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(maxAge && { maxAge: Number(maxAge) }),
    }
    const tokens = await openid.authorizationCodeGrant(config, callbackUrl, checks)
    const idToken = tokens.claims()
    if (!idToken) return refuse('single_sign_on_refused')
    const { iss, sub, auth_time: authTime } = idToken
    // Some issuers put the e-mail address into the ID token, others only into the user info.
    const { email, email_verified: isVerified } =
      idToken.email === undefined ? await openid.fetchUserInfo(config, tokens.access_token, sub) : idToken
    return {
      issuer: iss,
      subject: sub,
      email: typeof email === 'string' && isVerified === true ? email : null,
      provedAtMs: authTime === undefined ? null : authTime * 1000,
    }
  })
}

/** An issuer that does not say when the person signed in there proves nothing for sensitive acts. */
function proofTime({ provedAtMs }: Identity, now: Date): Date | null {
  return provedAtMs === null ? null : new Date(Math.min(now.getTime(), provedAtMs))
}
