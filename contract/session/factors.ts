import { ById } from '../admin/shapes.ts'
import { routesOf } from '../define-route.ts'
import { Count, Like, Nullable, Timestamp } from '../shapes/fields.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { Passkey, recoveryCodes } from './passkeys.ts'
import { Session, stepToken } from './sign-in.ts'

export const totpCode = Type.String({
  pattern: '^[0-9]{6}$',
  description: '6 digits from the authenticator app',
  examples: ['492039'],
})
const recoveryCode = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'One of the recovery codes. Each works once.',
  examples: ['7K3MQ2-XD9RTV-4HB6WN-ZP80JC'],
})

export const Factors = Type.Object(
  {
    hasPassword: Type.Boolean({
      description: 'False for a person who has only used single sign-on.',
      examples: [true],
    }),
    totpSince: Nullable(Like(Timestamp, { description: 'Null: no authenticator app is set up.' })),
    passkeys: Type.Array(Passkey),
    recoveryCodesLeft: Like(Count, { examples: [10] }),
  },
  { title: 'Factors' },
)

export const TotpSecret = Type.Object(
  {
    secret: Type.String({
      description: 'In base 32, to type into an authenticator app.',
      examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    }),
    uri: Type.String({
      description: 'The secret as a URI, for a QR code.',
      examples: [
        'otpauth://totp/Counterfoil:aina%40kopi-corner.example?issuer=Counterfoil&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
      ],
    }),
  },
  { title: 'TotpSecret' },
)

export const RecoveryCodes = Type.Object({ recoveryCodes }, { title: 'RecoveryCodes' })

const definePublicRoute = routesOf('public', 'Sign-in')
const defineSessionRoute = routesOf('session', 'Sign-in')
const defineAdminRoute = routesOf('admin', 'Staff')

export const completeSecondFactor = definePublicRoute({
  id: 'completeSecondFactor',
  method: 'POST',
  path: '/session/second-factor',
  summary: 'Complete a sign-in with the second factor',
  description:
    'Send the token of the 202 response with either a `code` or a `recoveryCode`. After a wrong code the token ' +
    'still works; ' +
    'wrong codes count like wrong passwords. With a passkey, use `POST /session/passkey` instead: it needs no password.',
  body: Type.Object(
    { token: stepToken, code: Type.Optional(totpCode), recoveryCode: Type.Optional(recoveryCode) },
    {
      additionalProperties: false,
      minProperties: 2,
      maxProperties: 2,
      examples: [{ token: 'q3V9zXk1TnB7sLw0YhR5uEj2Cm8PdGfAq3V9zXk1TnB', code: '492039' }],
    },
  ),
  responses: { 201: { description: 'Signed in. The response sets the cookie.', body: Session } },
  errors: [
    'invalid_sign_in_step',
    'invalid_code',
    'too_many_sign_ins',
    'single_sign_on_only',
    'cross_site_request',
  ],
})

export const viewFactors = defineSessionRoute({
  id: 'viewFactors',
  method: 'GET',
  path: '/session/factors',
  summary: 'Show your own second factors',
  responses: { 200: { description: 'The factors.', body: Factors } },
})

export const beginTotp = defineSessionRoute({
  id: 'beginTotp',
  method: 'POST',
  path: '/session/totp',
  summary: 'Create the secret for an authenticator app',
  description: 'The factor is not active before a code of the app confirms it with `PUT /session/totp`.',
  responses: { 201: { description: 'The secret. It is shown only once.', body: TotpSecret } },
  errors: ['totp_active'],
  needsRecentProof: true,
})

export const confirmTotp = defineSessionRoute({
  id: 'confirmTotp',
  method: 'PUT',
  path: '/session/totp',
  summary: 'Confirm the authenticator app with a code',
  description:
    'From now on, signing in with the password asks for a code. Ends all other sessions of the person.',
  body: Strict({ code: totpCode }),
  responses: { 200: { description: 'Active. The recovery codes are shown only once.', body: RecoveryCodes } },
  errors: ['invalid_code', 'totp_active', 'not_found'],
  needsRecentProof: true,
})

export const removeTotp = defineSessionRoute({
  id: 'removeTotp',
  method: 'DELETE',
  path: '/session/totp',
  summary: 'Remove the authenticator app',
  description: 'Ends all other sessions of the person.',
  responses: { 204: { description: 'Removed.', body: null } },
  errors: ['not_found'],
  needsRecentProof: true,
})

export const createRecoveryCodes = defineSessionRoute({
  id: 'createRecoveryCodes',
  method: 'POST',
  path: '/session/recovery-codes',
  summary: 'Replace the recovery codes',
  responses: { 201: { description: 'Ten new codes. The old ones stop working.', body: RecoveryCodes } },
  errors: ['no_second_factor'],
  needsRecentProof: true,
})

export const removeStaffFactors = defineAdminRoute({
  id: 'removeStaffFactors',
  method: 'DELETE',
  path: '/admin/staff/{id}/factors',
  summary: 'Remove the second factors of a staff member who has lost them',
  description:
    'Removes the authenticator app, passkeys and recovery codes, and ends all sessions of the person.',
  params: ById,
  responses: { 204: { description: 'The person can sign in with the password alone.', body: null } },
  errors: ['not_found'],
  roles: ['admin'],
  needsRecentProof: true,
})
