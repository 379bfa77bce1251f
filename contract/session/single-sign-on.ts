import { ById } from '../admin/shapes.ts'
import { routesOf } from '../define-route.ts'
import { LaterTimestamp } from '../shapes/fields.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { Session, stepToken } from './sign-in.ts'

const flag = (description: string) => Type.Boolean({ description, examples: [true] })

export const SignInMethods = Type.Object(
  {
    password: flag('E-mail address and password. False with OIDC_ONLY.'),
    passkey: flag('Passkeys. False with OIDC_ONLY, at an IP address and without https.'),
    forgottenPassword: flag('A mail for a new password. True if SMTP_URL is set and OIDC_ONLY is not.'),
    singleSignOn: flag('Single sign-on. True if OIDC_ISSUER is set.'),
  },
  { title: 'SignInMethods' },
)

export const SingleSignOn = Type.Object(
  {
    url: Type.String({
      description: 'The issuer’s page. Open it in the browser.',
      examples: ['https://id.example.com/authorize?client_id=counterfoil&scope=openid+email'],
    }),
    token: stepToken,
    expiresAt: LaterTimestamp,
  },
  { title: 'SingleSignOn' },
)

const definePublicRoute = routesOf('public', 'Sign-in')
const defineAdminRoute = routesOf('admin', 'Staff')

export const listSignInMethods = definePublicRoute({
  id: 'listSignInMethods',
  method: 'GET',
  path: '/session/methods',
  summary: 'List the ways to sign in at this installation',
  responses: { 200: { description: 'The ways to sign in.', body: SignInMethods } },
  errors: ['cross_site_request'],
})

export const beginSingleSignOn = definePublicRoute({
  id: 'beginSingleSignOn',
  method: 'POST',
  path: '/session/single-sign-on',
  summary: 'Begin single sign-on (OpenID Connect)',
  description:
    'Keep the token in the browser tab and open the URL. The issuer redirects back to `/console/` with a ' +
    'query; send both to ' +
    '`POST /session/single-sign-on/complete`.',
  responses: { 201: { description: 'Where to go.', body: SingleSignOn } },
  errors: ['single_sign_on_off', 'issuer_unavailable', 'too_many_sign_ins', 'cross_site_request'],
})

export const completeSingleSignOn = definePublicRoute({
  id: 'completeSingleSignOn',
  method: 'POST',
  path: '/session/single-sign-on/complete',
  summary: 'Complete single sign-on',
  description:
    'At the first sign-in, the issuer must say that the e-mail address is verified, and an admin must have invited it. ' +
    'That binds the person to this account of the issuer (`iss` and `sub`): from then on only this account ' +
    'signs the person in, under any e-mail address. We do not ask for a second factor: the issuer may.',
  body: Strict({
    token: stepToken,
    query: Type.String({
      maxLength: 8000,
      description: 'The query of the URL that the issuer redirected to, without `?`.',
      examples: ['code=q3V9zXk1TnB7&state=sLw0YhR5uEj2'],
    }),
  }),
  responses: { 201: { description: 'Signed in. The response sets the cookie.', body: Session } },
  errors: [
    'single_sign_on_off',
    'invalid_sign_in_step',
    'single_sign_on_refused',
    'email_not_verified',
    'email_not_invited',
    'issuer_unavailable',
    'cross_site_request',
  ],
})

export const releaseStaffSingleSignOn = defineAdminRoute({
  id: 'releaseStaffSingleSignOn',
  method: 'DELETE',
  path: '/admin/staff/{id}/single-sign-on',
  summary: 'Release a staff member from their account at the single sign-on issuer',
  description:
    'Use it when a person gets a new account at the issuer. The next sign-in with the person’s verified e-mail ' +
    'address binds the new account. Ends ' +
    'all sessions of the person.',
  params: ById,
  responses: { 204: { description: 'No account of the issuer is bound to the person.', body: null } },
  errors: ['not_found'],
  roles: ['admin'],
  needsRecentProof: true,
})
