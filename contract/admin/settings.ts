import { ROLES, routesOf } from '../define-route.ts'
import { OneOf, Timestamp } from '../shapes/fields.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'

const secondFactorRoles = Type.Array(OneOf(ROLES, { examples: ['admin'] }), {
  uniqueItems: true,
  maxItems: ROLES.length,
  description: 'Staff with one of these roles need a second factor.',
})

export const SignInSettings = Type.Object(
  { secondFactorRoles, updatedAt: Timestamp },
  { title: 'SignInSettings' },
)

const defineRoute = routesOf('admin', 'Staff')

export const viewSignInSettings = defineRoute({
  id: 'viewSignInSettings',
  method: 'GET',
  path: '/admin/settings/sign-in',
  summary: 'Show the rules for signing in',
  responses: { 200: { description: 'The settings.', body: SignInSettings } },
  roles: ['admin', 'support', 'viewer'],
})

export const replaceSignInSettings = defineRoute({
  id: 'replaceSignInSettings',
  method: 'PUT',
  path: '/admin/settings/sign-in',
  summary: 'Change the rules for signing in',
  description:
    'Applies at once, also to open sessions: a person who needs a second factor and has none can only add one ' +
    '(403 `second_factor_required` for everything else). Signing in with a passkey or through single sign-on counts as ' +
    'two factors.',
  body: Strict({ secondFactorRoles }),
  responses: { 200: { description: 'The new settings.', body: SignInSettings } },
  roles: ['admin'],
  needsRecentProof: true,
})
