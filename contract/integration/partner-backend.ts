import { routesOf } from '../define-route.ts'
import { WebhookEvent } from '../events.ts'
import { Like, Nullable, Optionals } from '../shapes/fields.ts'
import { EventId, MerchantId, OutletId, UserId } from '../shapes/ids.ts'
import { merchantFields } from '../shapes/merchant.ts'
import { outletFields } from '../shapes/outlet.ts'
import { Type } from '../shapes/type.ts'
import { externalUserId, personalFields } from '../shapes/user.ts'

const defineRoute = routesOf('integration', 'Server-to-server')

export const UserUpsert = Type.Object(
  { externalUserId, ...Optionals(personalFields) },
  { title: 'UserUpsert', description: 'Omitted fields stay unchanged; null clears a field.' },
)

export const upsertUser = defineRoute({
  id: 'upsertUser',
  method: 'POST',
  path: '/integrations/users',
  summary: 'Create or update a user',
  description:
    'Identifies the user by partner and externalUserId. Revives a user who was anonymized. Unknown fields are ignored; ' +
    'the response header `x-unknown-fields` names them.',
  body: UserUpsert,
  responses: {
    200: {
      description: 'Updated or revived.',
      body: Type.Object({ userId: UserId, created: Type.Literal(false) }),
    },
    201: { description: 'Created.', body: Type.Object({ userId: UserId, created: Type.Literal(true) }) },
  },
  errors: ['upsert_failed'],
})

export const anonymizeUser = defineRoute({
  id: 'anonymizeUser',
  method: 'DELETE',
  path: '/integrations/users/{externalUserId}',
  summary: 'Anonymize a user',
  description:
    'Clears email, displayName, phone, countryCode and locale. Claims and redemptions are kept. Safe ' +
    'to repeat. The request has no body: v1 signs the timestamp and a dot.',
  params: Type.Object({
    externalUserId: Type.String({
      description: 'The id the user was created with: 1 to 255 characters, percent-encoded.',
      examples: ['user-42'],
    }),
  }),
  responses: { 204: { description: 'Anonymized.', body: null } },
  errors: ['user_not_found'],
})

export const listEvents = defineRoute({
  id: 'listEvents',
  method: 'GET',
  path: '/integrations/events',
  summary: 'List events',
  description:
    'The partner’s events of the last 30 days, oldest first, delivered or not. Use it to catch up on events ' +
    'that your receiver missed. The request has no body: v1 signs the timestamp and a dot.',
  query: Type.Object({
    after: Type.Optional(Like(EventId, { description: 'a uuid: the id of the last event you handled' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  responses: {
    200: {
      description: 'A page of events.',
      body: Type.Object({
        items: Type.Array(WebhookEvent),
        next: Nullable(
          Like(EventId, {
            description: 'Send it as `after` to get the next page; null if there are no more events yet.',
          }),
        ),
        cursorLost: Type.Optional(
          Type.Literal(true, {
            description:
              'Present if the event of `after` is gone: we restored a backup, and the page starts a few minutes ' +
              'before that event, so some events may appear again; or your sandbox was reset, and the page starts ' +
              'with its first event.',
          }),
        ),
      }),
    },
  },
})

const isActive = Type.Boolean({ description: 'Whether users see it.', examples: [true] })

export const PartnerMerchant = Type.Object(
  {
    id: MerchantId,
    name: merchantFields.name,
    slug: merchantFields.slug,
    category: merchantFields.category,
    isActive,
    outlets: Type.Array(Type.Object({ id: OutletId, name: outletFields.name, isActive })),
  },
  { title: 'PartnerMerchant' },
)

export const listPartnerMerchants = defineRoute({
  id: 'listPartnerMerchants',
  method: 'GET',
  path: '/integrations/merchants',
  summary: 'List merchants',
  description:
    'The merchants in the partner’s scope with their outlets, active or not, for reports and support. The request has ' +
    'no body: v1 signs the timestamp and a dot.',
  query: Type.Object({
    after: Type.Optional(Like(MerchantId, { description: 'a uuid: `next` of the previous page' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 200 })),
  }),
  responses: {
    200: {
      description: 'A page of merchants.',
      body: Type.Object({
        items: Type.Array(PartnerMerchant),
        next: Like(Nullable(MerchantId), {
          description: 'Send it as `after` to get the next page; null on the last one.',
          examples: [null],
        }),
      }),
    },
  },
})
