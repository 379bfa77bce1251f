import { ROLES, routesOf } from '../define-route.ts'
import { LaterTimestamp, Like, Nullable, OneOf, Optionals, Text, Timestamp, Uuid } from '../shapes/fields.ts'
import { KeyId, MerchantId, PartnerId, StaffId } from '../shapes/ids.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { ById, Page, PageQuery } from './shapes.ts'

/** What an API key and a staff member may access. */
export const accessFields = {
  role: OneOf(ROLES, { examples: ['merchant'] }),
  merchantIds: Nullable(
    Type.Array(MerchantId, {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'the merchants, 1 to 100; required for role merchant, null for all others',
    }),
  ),
  partnerId: Like(Nullable(PartnerId), {
    description: 'a uuid; required for roles partner and partner-support, null for all others',
    examples: [null],
  }),
}

const name = Text(200, { examples: ['Till integration'] })

const expiresAt = Like(Nullable(LaterTimestamp), {
  description: 'From this time on, the key is refused. Null: it works until it is revoked.',
  examples: [null],
})

export const ApiKey = Type.Object(
  {
    id: KeyId,
    name,
    ...accessFields,
    ownerId: Like(Nullable(StaffId), {
      description: 'The staff member who created the key. Null if it was not a person: see createdBy.',
    }),
    ownerName: Nullable(Text(200, { examples: ['Aina Rahman'] })),
    createdBy: OneOf(['staff', 'key', 'cli', 'system'], {
      description: 'A person, another API key, the command line, or the service at its first start.',
      examples: ['staff'],
    }),
    createdAt: Timestamp,
    expiresAt,
    lastUsedAt: Like(Nullable(Timestamp), { description: 'To the minute. Null: never used.' }),
    lastUsedAddress: Nullable(
      Type.String({ description: 'The IP address of the last use.', examples: ['203.0.113.9'] }),
    ),
  },
  { title: 'ApiKey' },
)

export const CreatedApiKey = Type.Object(
  {
    ...ApiKey.properties,
    key: Type.String({ description: 'Shown only once.', examples: ['cfk_q3V9zXk1TnB7sLw0YhR5uEj2Cm8PdGfA'] }),
  },
  { title: 'CreatedApiKey' },
)

const { role, merchantIds, partnerId } = accessFields

export const NewApiKey = Strict(
  { name, role, ...Optionals({ merchantIds, partnerId, expiresAt }) },
  { title: 'NewApiKey' },
)

const defineRoute = routesOf('admin', 'Keys')

export const createKey = defineRoute({
  id: 'createKey',
  method: 'POST',
  path: '/admin/keys',
  summary: 'Create an API key',
  description: 'The response includes the key. It is shown only once.',
  body: NewApiKey,
  responses: { 201: { description: 'Created.', body: CreatedApiKey } },
  roles: ['admin'],
  needsRecentProof: true,
})

export const listKeys = defineRoute({
  id: 'listKeys',
  method: 'GET',
  path: '/admin/keys',
  summary: 'List API keys, newest first',
  description: 'Expired keys are listed until they are revoked. Revoked keys are not listed.',
  query: Type.Object({
    ...PageQuery,
    ownerId: Type.Optional(Like(Uuid, { description: 'Only the keys that this staff member created.' })),
  }),
  responses: { 200: { description: 'A page of results.', body: Page(ApiKey) } },
  roles: ['admin', 'support', 'viewer'],
})

export const deleteKey = defineRoute({
  id: 'deleteKey',
  method: 'DELETE',
  path: '/admin/keys/{id}',
  summary: 'Revoke an API key',
  params: ById,
  responses: { 204: { description: 'Revoked.', body: null } },
  errors: ['not_found'],
  roles: ['admin'],
  needsRecentProof: true,
})
