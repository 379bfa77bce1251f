import { routesOf } from '../define-route.ts'
import { Like, Nullable, OneOf, Optionals, Text, Timestamp } from '../shapes/fields.ts'
import { StaffId } from '../shapes/ids.ts'
import { STAFF_LANGUAGES } from '../shapes/staff-language.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { accessFields } from './keys.ts'
import { ById, Changes, IfMatch, Page, PageQuery, SearchQuery, versionedFields } from './shapes.ts'

const isActive = Type.Boolean({ description: 'False if the person can no longer sign in.', examples: [true] })

const isInvited = Type.Boolean({
  description:
    'True until the person signs in for the first time. False if the person is deactivated before that.',
  examples: [false],
})
const lastSignInAt = Like(Nullable(Timestamp), { description: 'Null: the person has never signed in.' })
const hasSecondFactor = Type.Boolean({
  description: 'Whether the person has an authenticator app or a passkey.',
  examples: [true],
})
const keepKeys = Type.Boolean({
  description: 'With isActive false: the API keys that the person created keep working.',
  examples: [false],
})

export const Email = Type.String({
  pattern: '^[^\\s@]+@[^\\s@]+$',
  maxLength: 320,
  description: 'an e-mail address',
  examples: ['aina@kopi-corner.example'],
})
export const StaffName = Text(200, { examples: ['Aina Rahman'] })

export const Language = Nullable(
  OneOf(STAFF_LANGUAGES, {
    description: 'The language of the console and of e-mails. Null: that of the browser.',
    examples: ['ms'],
  }),
)

const fields = { email: Email, name: StaffName, ...accessFields, language: Language }

export const StaffMember = Type.Object(
  { id: StaffId, ...fields, isActive, isInvited, lastSignInAt, hasSecondFactor, ...versionedFields },
  { title: 'StaffMember' },
)

const { email, name, role, merchantIds, partnerId, language } = fields

export const NewStaffMember = Strict(
  { email, name, role, ...Optionals({ merchantIds, partnerId, language }) },
  { title: 'NewStaffMember' },
)

const defineRoute = routesOf('admin', 'Staff')

export const createStaffMember = defineRoute({
  id: 'createStaffMember',
  method: 'POST',
  path: '/admin/staff',
  summary: 'Add a staff member',
  body: NewStaffMember,
  responses: { 201: { description: 'Created.', body: StaffMember } },
  errors: ['email_taken'],
  roles: ['admin'],
  needsRecentProof: true,
})

export const listStaff = defineRoute({
  id: 'listStaff',
  method: 'GET',
  path: '/admin/staff',
  summary: 'List staff members, newest first',
  query: Type.Object({ ...PageQuery, ...SearchQuery }),
  responses: { 200: { description: 'A page of results.', body: Page(StaffMember) } },
  roles: ['admin', 'support', 'viewer'],
})

export const updateStaffMember = defineRoute({
  id: 'updateStaffMember',
  method: 'PATCH',
  path: '/admin/staff/{id}',
  summary: 'Update a staff member',
  description:
    'Deactivating a person ends their sessions and links, and revokes the API keys that they created, unless keepKeys is ' +
    'true.',
  params: ById,
  headers: IfMatch,
  body: Changes({ ...fields, isActive, keepKeys }, { dependentRequired: { keepKeys: ['isActive'] } }),
  responses: { 200: { description: 'The updated staff member.', body: StaffMember } },
  errors: ['not_found', 'email_taken', 'version_conflict'],
  roles: ['admin'],
  needsRecentProof: true,
})
