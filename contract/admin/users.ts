import { routesOf } from '../define-route.ts'
import { WalletEntry } from '../shapes/claim.ts'
import { FavoriteMerchant } from '../shapes/favorite.ts'
import { Like, Nullable, Timestamp } from '../shapes/fields.ts'
import { PartnerId, UserId } from '../shapes/ids.ts'
import { Redemption } from '../shapes/redemption.ts'
import { Type } from '../shapes/type.ts'
import { externalUserId, personalFields } from '../shapes/user.ts'
import { ById, CountedPage, CsvFile, SearchQuery, SortedQuery, SortQuery } from './shapes.ts'

export const AdminUser = Type.Object(
  {
    id: UserId,
    partnerId: PartnerId,
    externalUserId,
    ...personalFields,
    anonymizedAt: Like(Nullable(Timestamp), { examples: [null] }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'AdminUser' },
)

export const AdminUserWithActivity = Type.Object(
  {
    ...AdminUser.properties,
    claims: Type.Array(WalletEntry),
    favorites: Type.Array(FavoriteMerchant),
    redemptions: Type.Array(Redemption),
  },
  {
    title: 'AdminUserWithActivity',
    description: 'Includes the latest 200 claims, favorites and redemptions, newest first.',
  },
)

const filters = { partnerId: Type.Optional(PartnerId), ...SearchQuery }

export const USER_SORTS = ['-createdAt', 'createdAt'] as const

const defineRoute = routesOf('admin', 'Users')

export const listUsers = defineRoute({
  id: 'listUsers',
  method: 'GET',
  path: '/admin/users',
  summary: 'List users',
  description:
    '`q` searches externalUserId, email, phone and displayName. Three or more characters match anywhere, one or two ' +
    'only at the start of a word.',
  query: Type.Object({ ...filters, ...SortedQuery(...USER_SORTS) }),
  responses: { 200: { description: 'A page of results.', body: CountedPage(AdminUser) } },
  roles: ['admin', 'support', 'viewer', 'partner', 'partner-support'],
})

export const exportUsers = defineRoute({
  id: 'exportUsers',
  method: 'GET',
  path: '/admin/users.csv',
  summary: 'Export users as CSV',
  description:
    'Streams all users that match the filters, after a header line. This is personal data in bulk: only admins and the ' +
    'partner itself can export it, and the audit log records each export as `users.export`. Text is quoted, and gets ' +
    'an apostrophe where a spreadsheet would read it as a formula.',
  query: Type.Object({ ...filters, ...SortQuery(...USER_SORTS) }),
  timeoutMs: 60 * 60 * 1000,
  responses: {
    200: CsvFile(
      'id,externalUserId,displayName,email,phone',
      '0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d,user-42,Aina Rahman,aina@example.com,+60123456789',
    ),
  },
  roles: ['admin', 'partner'],
})

export const getUser = defineRoute({
  id: 'getUser',
  method: 'GET',
  path: '/admin/users/{id}',
  summary: 'Get a user with claims, favorites and redemptions',
  params: ById,
  responses: { 200: { description: 'The user.', body: AdminUserWithActivity } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'partner', 'partner-support'],
})
