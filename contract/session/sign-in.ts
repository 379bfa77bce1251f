import { accessFields } from '../admin/keys.ts'
import { ById } from '../admin/shapes.ts'
import { Email, Language, StaffName } from '../admin/staff.ts'
import { routesOf } from '../define-route.ts'
import { LaterTimestamp, Like, Nullable, OneOf, Timestamp } from '../shapes/fields.ts'
import { StaffId } from '../shapes/ids.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'

export const MIN_PASSWORD_LENGTH = 12
const MAX_PASSWORD_LENGTH = 200

const newPassword = Type.String({
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  description: 'at least 12 characters, and not a common password',
  examples: ['seven quiet kettles sing'],
})
/** Not checked against the rules for new passwords: a wrong password is wrong, whatever its length. */
export const password = Type.String({
  minLength: 1,
  maxLength: MAX_PASSWORD_LENGTH,
  examples: ['seven quiet kettles sing'],
})
const token = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The part of the link after `#invite=`.',
  examples: ['q3V9zXk1TnB7sLw0YhR5uEj2Cm8PdGfAq3V9zXk1TnB'],
})

export const SIGN_IN_METHODS = ['PASSWORD', 'PASSKEY', 'SSO'] as const
const LINK_PURPOSES = ['INVITE', 'RESET', 'FIRST_ADMIN'] as const

export const SignInLink = Type.Object(
  {
    url: Type.String({
      description: 'Shown only once. It works once.',
      examples: ['https://vouchers.example.com/console/#invite=q3V9zXk1TnB7sLw0YhR5uEj2Cm8PdGfA'],
    }),
    expiresAt: LaterTimestamp,
    emailed: Type.Boolean({
      description: 'True if the link was also sent to the person by e-mail. Always false without SMTP_URL.',
      examples: [true],
    }),
  },
  { title: 'SignInLink' },
)

export const InvitePreview = Type.Object(
  {
    purpose: OneOf(LINK_PURPOSES, { examples: ['INVITE'] }),
    email: Nullable(Email),
    name: Nullable(StaffName),
    role: accessFields.role,
    expiresAt: LaterTimestamp,
  },
  { title: 'InvitePreview', description: 'For the link of the first admin, `email` and `name` are null.' },
)

export const Session = Type.Object(
  {
    staffId: StaffId,
    email: Email,
    name: StaffName,
    ...accessFields,
    language: Language,
    method: OneOf(SIGN_IN_METHODS, { description: 'How the person signed in.', examples: ['PASSWORD'] }),
    provedUntil: Nullable(
      Like(Timestamp, {
        description: 'From this time on, a sensitive act needs `POST /session/proof` first.',
      }),
    ),
    mustAddFactor: Type.Boolean({
      description:
        'True if the role needs a second factor and the person has none: the back office refuses everything ' +
        'until one is added.',
      examples: [false],
    }),
    expiresAt: Like(LaterTimestamp, { description: 'The session ends at this time, even if it is used.' }),
    expiresUnusedAt: Like(LaterTimestamp, {
      description: 'The session ends at this time if it is not used before.',
    }),
  },
  { title: 'Session' },
)

/** The token of a first step. It works for the second step only. */
export const stepToken = Like(token, {
  description: 'From the response to the first step. Valid for ten minutes.',
})

export const SecondFactorNeeded = Type.Object(
  {
    token: stepToken,
    expiresAt: LaterTimestamp,
    methods: Type.Array(OneOf(['PASSKEY', 'TOTP', 'RECOVERY_CODE'], { examples: ['TOTP'] })),
  },
  {
    title: 'SecondFactorNeeded',
    description: 'The password is right. Send the token and a code to `POST /session/second-factor`.',
  },
)

const signedInResponses = {
  201: { description: 'Signed in. The response sets the cookie.', body: Session },
  202: { description: 'The person has a second factor. There is no cookie yet.', body: SecondFactorNeeded },
} as const

const definePublicRoute = routesOf('public', 'Sign-in')
const defineSessionRoute = routesOf('session', 'Sign-in')
const defineAdminRoute = routesOf('admin', 'Staff')

export const signIn = definePublicRoute({
  id: 'signIn',
  method: 'POST',
  path: '/session',
  summary: 'Sign in with e-mail address and password',
  description:
    'Sets the session cookie, and a cookie that makes this browser a known device. An unknown e-mail ' +
    'address, an inactive staff member and a wrong password get the same response. After 10 failures of an ' +
    'account or from an IP address, each further failure doubles the wait, up to 15 minutes. A known device ' +
    'has its own limit.',
  body: Strict({ email: Email, password }),
  responses: signedInResponses,
  errors: ['invalid_credentials', 'too_many_sign_ins', 'single_sign_on_only', 'cross_site_request'],
})

export const previewInvite = definePublicRoute({
  id: 'previewInvite',
  method: 'POST',
  path: '/session/invite/preview',
  summary: 'Show whom a link is for, without using it',
  body: Strict({ token }),
  responses: { 200: { description: 'The link can be used.', body: InvitePreview } },
  errors: ['invalid_sign_in_link', 'cross_site_request'],
})

export const acceptInvite = definePublicRoute({
  id: 'acceptInvite',
  method: 'POST',
  path: '/session/invite',
  summary: 'Choose a password with a link, and sign in',
  description:
    'Each link works once, for an invite and for a reset. Ends all other sessions of the staff member. A second ' +
    'factor is still needed after a reset. The link of the first admin also needs `email` and `name`; other links refuse ' +
    'them.',
  body: Strict({
    token,
    password: newPassword,
    email: Type.Optional(Email),
    name: Type.Optional(StaffName),
  }),
  responses: signedInResponses,
  errors: [
    'invalid_sign_in_link',
    'password_too_common',
    'email_taken',
    'single_sign_on_only',
    'cross_site_request',
  ],
})

export const requestPasswordReset = definePublicRoute({
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/session/forgotten-password',
  summary: 'Ask for a link by e-mail to choose a new password',
  description:
    'The response is the same whether or not somebody has this address. The link is valid once, for one hour. ' +
    'Three requests for ' +
    'an address are allowed, then one every 15 minutes.',
  body: Strict({ email: Email }),
  responses: {
    202: { description: 'If a staff member has this address, a mail was sent.', body: null },
  },
  errors: ['email_off', 'single_sign_on_only', 'too_many_sign_ins', 'cross_site_request'],
})

export const viewSession = defineSessionRoute({
  id: 'viewSession',
  method: 'GET',
  path: '/session',
  summary: 'Show who is signed in, and until when',
  responses: { 200: { description: 'The current session.', body: Session } },
})

export const signOut = defineSessionRoute({
  id: 'signOut',
  method: 'DELETE',
  path: '/session',
  summary: 'Sign out',
  responses: { 204: { description: 'The session has ended, on every node.', body: null } },
})

export const signOutEverywhere = defineSessionRoute({
  id: 'signOutEverywhere',
  method: 'POST',
  path: '/session/sign-out-everywhere',
  summary: 'End all sessions of the signed-in staff member, including this one',
  needsRecentProof: true,
  responses: { 204: { description: 'All sessions have ended.', body: null } },
})

export const changePassword = defineSessionRoute({
  id: 'changePassword',
  method: 'PUT',
  path: '/session/password',
  summary: 'Change the password',
  description: 'Ends all sessions of the staff member and starts a new one here.',
  body: Strict({ currentPassword: password, newPassword }),
  responses: { 200: { description: 'Changed. The response sets a new cookie.', body: Session } },
  errors: ['invalid_credentials', 'password_too_common', 'too_many_sign_ins', 'single_sign_on_only'],
})

export const inviteStaffMember = defineAdminRoute({
  id: 'inviteStaffMember',
  method: 'POST',
  path: '/admin/staff/{id}/invite',
  summary: 'Create a link with which a staff member chooses the first password',
  description: 'Valid once, for 7 days. It replaces the previous link of the staff member.',
  params: ById,
  responses: { 201: { description: 'Pass the link on to the staff member.', body: SignInLink } },
  errors: ['not_found', 'staff_inactive'],
  roles: ['admin'],
  needsRecentProof: true,
})

export const resetStaffPassword = defineAdminRoute({
  id: 'resetStaffPassword',
  method: 'POST',
  path: '/admin/staff/{id}/reset',
  summary: 'Create a link with which a staff member chooses a new password',
  description:
    'Valid once, for 7 days. It replaces the previous link of the staff member. The current password works until the ' +
    'link is used.',
  params: ById,
  responses: { 201: { description: 'Pass the link on to the staff member.', body: SignInLink } },
  errors: ['not_found', 'staff_inactive', 'single_sign_on_only'],
  roles: ['admin'],
  needsRecentProof: true,
})
