import { ById, Changes, Page } from '../admin/shapes.ts'
import { Language, NewStaffMember, StaffMember, StaffName } from '../admin/staff.ts'
import { routesOf } from '../define-route.ts'
import { LaterTimestamp, Nullable, OneOf, Timestamp, Uuid } from '../shapes/fields.ts'
import { SessionId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'
import { totpCode } from './factors.ts'
import { PasskeyResponse } from './passkeys.ts'
import { password, Session, SIGN_IN_METHODS, SignInLink } from './sign-in.ts'

export const StaffSession = Type.Object(
  {
    id: SessionId,
    device: Nullable(
      Type.String({
        description: 'Browser and operating system. Null: unknown.',
        examples: ['Chrome on Windows'],
      }),
    ),
    address: Type.String({
      description: 'The IP address that signed in.',
      examples: ['203.0.113.9'],
    }),
    method: OneOf(SIGN_IN_METHODS, { examples: ['PASSWORD'] }),
    createdAt: Timestamp,
    lastUsedAt: Timestamp,
    expiresAt: LaterTimestamp,
    isCurrent: Type.Boolean({ description: 'True for the session of this request.', examples: [true] }),
  },
  { title: 'StaffSession' },
)

export const InvitedStaffMember = Type.Object(
  { member: StaffMember, ...SignInLink.properties },
  { title: 'InvitedStaffMember' },
)

const defineSessionRoute = routesOf('session', 'Sign-in')
const defineAdminRoute = routesOf('admin', 'Staff')

export const changeOwnName = defineSessionRoute({
  id: 'changeOwnName',
  method: 'PATCH',
  path: '/session',
  summary: 'Change your own name or language',
  body: Changes({ name: StaffName, language: Language }),
  responses: { 200: { description: 'The session, with the change.', body: Session } },
})

export const listOwnSessions = defineSessionRoute({
  id: 'listOwnSessions',
  method: 'GET',
  path: '/session/sessions',
  summary: 'List your own sessions, the last used first',
  responses: { 200: { description: 'All sessions, on one page.', body: Page(StaffSession) } },
})

export const endOwnSession = defineSessionRoute({
  id: 'endOwnSession',
  method: 'DELETE',
  path: '/session/sessions/{id}',
  summary: 'End one of your own sessions',
  params: ById,
  responses: { 204: { description: 'The session has ended, on every node.', body: null } },
  errors: ['not_found'],
  needsRecentProof: true,
})

export const proveAgain = defineSessionRoute({
  id: 'proveAgain',
  method: 'POST',
  path: '/session/proof',
  summary: 'Prove again who you are, before a sensitive act',
  description:
    'Send either the password, a passkey or a `code` of the authenticator app. Sensitive acts need a proof ' +
    'from the last 15 minutes. Signing in is a proof, too. The session continues with a new ' +
    'cookie; the old cookie stops working.',
  body: Type.Object(
    {
      password: Type.Optional(password),
      passkey: Type.Optional(PasskeyResponse),
      code: Type.Optional(totpCode),
    },
    {
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 1,
      examples: [{ password: 'seven quiet kettles sing' }],
    },
  ),
  responses: { 200: { description: 'Proved. The response sets a new cookie.', body: Session } },
  errors: [
    'invalid_credentials',
    'invalid_code',
    'too_many_sign_ins',
    'invalid_sign_in_step',
    'passkey_refused',
    'passkeys_unavailable',
    'single_sign_on_only',
  ],
})

export const inviteNewStaffMember = defineAdminRoute({
  id: 'inviteNewStaffMember',
  method: 'POST',
  path: '/admin/staff/invite',
  summary: 'Add a staff member and create the link for the first password',
  description: 'The same as `POST /admin/staff` and `POST /admin/staff/{id}/invite` in one call.',
  body: NewStaffMember,
  responses: {
    201: {
      description: 'Pass the link on to the staff member. It is valid once, for 7 days.',
      body: InvitedStaffMember,
    },
  },
  errors: ['email_taken'],
  roles: ['admin'],
  needsRecentProof: true,
})

export const listStaffSessions = defineAdminRoute({
  id: 'listStaffSessions',
  method: 'GET',
  path: '/admin/staff/{id}/sessions',
  summary: 'List the sessions of a staff member, the last used first',
  params: ById,
  responses: { 200: { description: 'All sessions, on one page.', body: Page(StaffSession) } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer'],
})

export const endStaffSession = defineAdminRoute({
  id: 'endStaffSession',
  method: 'DELETE',
  path: '/admin/staff/{id}/sessions/{sessionId}',
  summary: 'End one session of a staff member',
  params: Type.Object({ id: Uuid, sessionId: Uuid }),
  responses: { 204: { description: 'The session has ended, on every node.', body: null } },
  errors: ['not_found'],
  roles: ['admin'],
  needsRecentProof: true,
})

export const endStaffSessions = defineAdminRoute({
  id: 'endStaffSessions',
  method: 'DELETE',
  path: '/admin/staff/{id}/sessions',
  summary: 'End all sessions of a staff member',
  params: ById,
  responses: { 204: { description: 'All sessions have ended, on every node.', body: null } },
  errors: ['not_found'],
  roles: ['admin'],
  needsRecentProof: true,
})
