import * as openid from 'openid-client'
import { transaction } from '../../platform/database/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Issuer } from './issuer.ts'
import { lockStaffMember } from './queries.ts'
import { type NewSession, openSession, type Visitor } from './sessions.ts'
import { deleteLinksOf, findCredentialsByEmail } from './sign-in-queries.ts'
import { type BegunStep, beginAnonymousStep, takeStep } from './steps.ts'

/** Authorization code with PKCE, state and nonce. The token of the step binds the answer to the browser tab that asked. */
export async function beginSingleSignOn(
  deps: Deps,
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
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(deps),
    scope: 'openid email',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Inside a session, the person signs in again to prove who they are.
    ...(visitor.cookieToken !== null && { prompt: 'login' }),
    state,
    nonce,
  })
  const begun = await beginAnonymousStep(deps, visitor, { purpose: 'SSO', data: { state, nonce, verifier } })
  return begun instanceof Refusal ? begun : { ...begun, url: url.href }
}

export async function completeSingleSignOn(
  deps: Deps,
  visitor: Visitor,
  { token, query }: { token: string; query: string },
): Promise<NewSession | Refusal> {
  if (!deps.issuer) return refuse('single_sign_on_off')
  const step = await takeStep(deps, token, 'SSO')
  if (step instanceof Refusal) return step
  const answer = new URL(redirectUri(deps))
  answer.search = query
  const identity = await verifiedIdentity(deps.issuer, answer, step.data)
  if (identity instanceof Refusal) return identity
  const found = await findCredentialsByEmail(deps.db, identity.email)
  return transaction(deps.db, async (tx) => {
    const member = found && (await lockStaffMember(tx, found.id))
    if (!member?.isActive) return refuse('email_not_invited')
    // The person has a way in now. A link that was passed on must not stay open beside it.
    await deleteLinksOf(tx, member.id)
    const now = deps.now()
    const provedAt = new Date(Math.min(now.getTime(), identity.provedAtMs ?? now.getTime()))
    return openSession(tx, member, visitor, now, { method: 'SSO', provedAt })
  })
}

/** The console reads the answer, so that the session cookie can be SameSite=Strict. */
function redirectUri({ config }: Deps): string {
  return `${config.publicUrl}/console/`
}

type Identity = {
  email: string
  /** When the person last signed in at the issuer; null if it does not say. */
  provedAtMs: number | null
}

/** Whom the issuer vouches for. */
async function verifiedIdentity(
  issuer: Issuer,
  answer: URL,
  { state = '', nonce = '', verifier = '' }: Record<string, string>,
): Promise<Identity | Refusal> {
  const config = await issuer.discover()
  if (config instanceof Refusal) return config
  const claims = await issuer.ask(async () => {
    const checks = {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    }
    const tokens = await openid.authorizationCodeGrant(config, answer, checks)
    const idToken = tokens.claims()
    if (!idToken) return refuse('single_sign_on_refused')
    // Some issuers put the e-mail address into the ID token, others only into the user info.
    if (idToken.email !== undefined) return idToken
    const userInfo = await openid.fetchUserInfo(config, tokens.access_token, idToken.sub)
    return { ...userInfo, auth_time: idToken.auth_time }
  })
  if (claims instanceof Refusal) return claims
  if (typeof claims.email !== 'string' || claims.email_verified !== true) return refuse('email_not_verified')
  const provedAtMs = typeof claims.auth_time === 'number' ? claims.auth_time * 1000 : null
  return { email: claims.email, provedAtMs }
}
