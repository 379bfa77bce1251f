import * as account from '@counterfoil/contract/staff-account.ts'
import * as contract from '@counterfoil/contract/staff-sign-in.ts'
import { answer, type Serve } from '../../platform/http/serve.ts'
import { Refusal, unlessRefused } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { changeOwnName, endSession, listSessions } from './account.ts'
import { expiredSessionCookie, sessionCookie } from './session-cookie.ts'
import {
  actorOf,
  type NewSession,
  type SignedIn,
  signOut,
  signOutEverywhere,
  type Visitor,
} from './sessions.ts'
import { changePassword, provePassword, signIn } from './sign-in.ts'
import { acceptLink, previewLink } from './sign-in-links.ts'

export function signInRoutes(serve: Serve<Visitor>, deps: Deps): void {
  serve(contract.signIn, async ({ body }, visitor) =>
    withCookie(201, await signIn(deps, visitor, body), visitor),
  )

  serve(contract.previewInvite, async ({ body }) => answer(200, await previewLink(deps, body.token)))

  serve(contract.acceptInvite, async ({ body }, visitor) =>
    withCookie(201, await acceptLink(deps, visitor, body), visitor),
  )
}

export function sessionRoutes(serve: Serve<SignedIn>, deps: Deps): void {
  serve(contract.viewSession, (_, { session }) => answer(200, session))

  serve(contract.signOut, async (_, signedIn) =>
    answer(204, await signOut(deps, signedIn), withoutCookie(signedIn)),
  )

  serve(contract.signOutEverywhere, async (_, signedIn) =>
    answer(204, await signOutEverywhere(deps, signedIn), withoutCookie(signedIn)),
  )

  serve(contract.changePassword, async ({ body }, signedIn) =>
    withCookie(200, await changePassword(deps, signedIn, body), signedIn),
  )

  serve(account.changeOwnName, async ({ body }, signedIn) =>
    answer(200, await changeOwnName(deps, signedIn, body.name)),
  )

  serve(account.listOwnSessions, async (_, { session, sessionId }) =>
    unlessRefused(await listSessions(deps, session.staffId, sessionId), (items) =>
      answer(200, { items, nextCursor: null }),
    ),
  )

  serve(account.endOwnSession, async ({ params }, signedIn) =>
    answer(204, await endSession(deps, actorOf(signedIn), signedIn.session.staffId, params.id)),
  )

  serve(account.proveAgain, async ({ body }, signedIn) =>
    withCookie(200, await provePassword(deps, signedIn, body.password), signedIn),
  )
}

function withCookie<S extends number>(status: S, opened: NewSession | Refusal, { isLocalHttp }: Visitor) {
  if (opened instanceof Refusal) return opened
  return answer(status, opened.session, { 'set-cookie': sessionCookie(opened.token, isLocalHttp) })
}

function withoutCookie({ isLocalHttp }: Visitor): Record<string, string> {
  return { 'set-cookie': expiredSessionCookie(isLocalHttp) }
}
