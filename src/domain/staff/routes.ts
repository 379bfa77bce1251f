import * as account from '@counterfoil/contract/session/account.ts'
import * as factors from '@counterfoil/contract/session/factors.ts'
import * as passkeys from '@counterfoil/contract/session/passkeys.ts'
import * as contract from '@counterfoil/contract/session/sign-in.ts'
import * as sso from '@counterfoil/contract/session/single-sign-on.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { Refusal, unlessRefused } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { changeOwnName, endSession, listSessions } from './account.ts'
import {
  beginTotp,
  completeSecondFactor,
  confirmTotp,
  createRecoveryCodes,
  type PendingSignIn,
  proveCode,
  removeTotp,
  viewFactors,
} from './factors/factors.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyUse,
  type PasskeyInput,
  passkeysWork,
  provePasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './factors/passkeys.ts'
import type { PasswordsDeps } from './passwords/password-hash.ts'
import { deviceCookie } from './sessions/known-device.ts'
import { expiredSessionCookie, sessionCookie } from './sessions/session-cookie.ts'
import {
  actorOf,
  type NewSession,
  type SignedIn,
  signOut,
  signOutEverywhere,
  type Visitor,
} from './sessions/sessions.ts'
import { openResetAdvice, requestPasswordReset } from './sign-in/forgotten-password.ts'
import type { IssuerDeps } from './sign-in/issuer.ts'
import { changePassword, provePassword, signIn } from './sign-in/sign-in.ts'
import { acceptLink, previewLink } from './sign-in/sign-in-links.ts'
import type { MailDeps } from './sign-in/sign-in-mail.ts'
import { beginSingleSignOn, completeSingleSignOn } from './sign-in/single-sign-on.ts'

export function signInRoutes(serve: Serve<Visitor>, deps: PasswordsDeps & MailDeps & IssuerDeps): void {
  serve(contract.signIn, async ({ body }, visitor) =>
    withCookiesOrNextStep(deps, await signIn(deps, visitor, body), visitor),
  )

  serve(contract.previewInvite, async ({ body }) => respond(200, await previewLink(deps, body.token)))

  serve(contract.acceptInvite, async ({ body }, visitor) =>
    withCookiesOrNextStep(deps, await acceptLink(deps, visitor, body), visitor),
  )

  const adviseOperator = openResetAdvice(deps)
  serve(contract.requestPasswordReset, async ({ body }, visitor) =>
    respond(202, await requestPasswordReset(deps, visitor, body.email, adviseOperator)),
  )

  serve(factors.completeSecondFactor, async ({ body }, visitor) =>
    withCookies(deps, 201, await completeSecondFactor(deps, visitor, body), visitor),
  )

  serve(passkeys.beginPasskeyUse, async (_, visitor) => respond(201, await beginPasskeyUse(deps, visitor)))

  serve(passkeys.signInWithPasskey, async ({ body }, visitor) =>
    withCookies(deps, 201, await signInWithPasskey(deps, visitor, body), visitor),
  )

  serve(sso.listSignInMethods, (_, visitor) =>
    respond(200, {
      password: !deps.config.oidcOnly,
      passkey: !deps.config.oidcOnly && passkeysWork(deps, visitor),
      forgottenPassword: !deps.config.oidcOnly && deps.mailer !== null,
      singleSignOn: deps.issuer !== null,
    }),
  )

  serve(sso.beginSingleSignOn, async (_, visitor) => respond(201, await beginSingleSignOn(deps, visitor)))

  serve(sso.completeSingleSignOn, async ({ body }, visitor) =>
    withCookies(deps, 201, await completeSingleSignOn(deps, visitor, body), visitor),
  )
}

export function sessionRoutes(serve: Serve<SignedIn>, deps: PasswordsDeps): void {
  serve(contract.viewSession, (_, { session }) => respond(200, session))

  serve(contract.signOut, async (_, signedIn) =>
    respond(204, await signOut(deps, signedIn), withoutCookie(signedIn)),
  )

  serve(contract.signOutEverywhere, async (_, signedIn) =>
    respond(204, await signOutEverywhere(deps, signedIn), withoutCookie(signedIn)),
  )

  serve(contract.changePassword, async ({ body }, signedIn) =>
    withCookies(deps, 200, await changePassword(deps, signedIn, body), signedIn),
  )

  serve(account.changeOwnName, async ({ body }, signedIn) =>
    respond(200, await changeOwnName(deps, signedIn, body)),
  )

  serve(account.listOwnSessions, async (_, { session, sessionId }) =>
    unlessRefused(await listSessions(deps, session.staffId, sessionId), (items) =>
      respond(200, { items, nextCursor: null }),
    ),
  )

  serve(account.endOwnSession, async ({ params }, signedIn) =>
    respond(204, await endSession(deps, actorOf(signedIn), signedIn.session.staffId, params.id)),
  )

  serve(account.proveAgain, async ({ body }, signedIn) =>
    withCookies(deps, 200, await proveAgain(deps, signedIn, body), signedIn),
  )
}

/** The second factors of the signed-in member. */
export function factorRoutes(serve: Serve<SignedIn>, deps: Runtime): void {
  serve(factors.viewFactors, async (_, signedIn) => respond(200, await viewFactors(deps, signedIn)))

  serve(factors.beginTotp, async (_, signedIn) => respond(201, await beginTotp(deps, signedIn)))

  serve(factors.confirmTotp, async ({ body }, signedIn) =>
    respond(200, await confirmTotp(deps, signedIn, body.code)),
  )

  serve(factors.removeTotp, async (_, signedIn) => respond(204, await removeTotp(deps, signedIn)))

  serve(factors.createRecoveryCodes, async (_, signedIn) =>
    respond(201, await createRecoveryCodes(deps, signedIn)),
  )

  serve(passkeys.beginPasskey, async (_, signedIn) => respond(201, await beginPasskey(deps, signedIn)))

  serve(passkeys.addPasskey, async ({ body }, signedIn) =>
    respond(201, await addPasskey(deps, signedIn, body)),
  )

  serve(passkeys.renamePasskey, async ({ params, body }, signedIn) =>
    respond(200, await renamePasskey(deps, signedIn, params.id, body.name)),
  )

  serve(passkeys.removePasskey, async ({ params }, signedIn) =>
    respond(204, await removePasskey(deps, signedIn, params.id)),
  )
}

type ProofInput = { password?: string; passkey?: PasskeyInput; code?: string }

async function proveAgain(
  deps: PasswordsDeps,
  signedIn: SignedIn,
  { password = '', passkey, code }: ProofInput,
) {
  if (code !== undefined) return proveCode(deps, signedIn, code)
  return passkey ? provePasskey(deps, signedIn, passkey) : provePassword(deps, signedIn, password)
}

function withCookiesOrNextStep(
  deps: Runtime,
  opened: NewSession | PendingSignIn | Refusal,
  visitor: Visitor,
) {
  if (!(opened instanceof Refusal) && 'secondFactor' in opened) return respond(202, opened.secondFactor)
  return withCookies(deps, 201, opened, visitor)
}

/** Adds the cookies of the session and of the device, which is known from now on. */
function withCookies<S extends number>(
  deps: Runtime,
  status: S,
  opened: NewSession | Refusal,
  { isLocalHttp }: Visitor,
) {
  if (opened instanceof Refusal) return opened
  const { token, session } = opened
  const cookies = [sessionCookie(token, isLocalHttp), deviceCookie(deps, session.staffId, isLocalHttp)]
  return respond(status, session, { 'set-cookie': cookies })
}

function withoutCookie({ isLocalHttp }: Visitor): Record<string, string> {
  return { 'set-cookie': expiredSessionCookie(isLocalHttp) }
}
