import { routesOf } from '../define-route.ts'
import { WalletEntry } from '../shapes/claim.ts'
import { FavoriteMerchant } from '../shapes/favorite.ts'
import { Like, Nullable, Timestamp } from '../shapes/fields.ts'
import { PartnerId, UserId } from '../shapes/ids.ts'
import { Redemption } from '../shapes/redemption.ts'
import { Type } from '../shapes/type.ts'
import { externalUserId, personalFields } from '../shapes/user.ts'
import { ById, Page, PageQuery, SearchQuery } from './shapes.ts'

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

const defineRoute = routesOf('admin', 'Users')

export const listUsers = defineRoute({
  id: 'listUsers',
  method: 'GET',
  path: '/admin/users',
  summary: 'List users, newest first',
  description:
    '`q` searches externalUserId, email, phone and displayName. Three or more characters match anywhere, one or two ' +
    'only at the start of a word.',
  query: Type.Object({ partnerId: Type.Optional(PartnerId), ...PageQuery, ...SearchQuery }),
  responses: { 200: { description: 'A page of results.', body: Page(AdminUser) } },
  roles: ['admin', 'support', 'partner'],
})

export const getUser = defineRoute({
  id: 'getUser',
  method: 'GET',
  path: '/admin/users/{id}',
  summary: 'Get a user with claims, favorites and redemptions',
  params: ById,
  responses: { 200: { description: 'The user.', body: AdminUserWithActivity } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'partner'],
})
