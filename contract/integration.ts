import Type from 'typebox'
import { WebhookEvent } from './events.ts'
import { Like, Nullable, Optionals } from './fields.ts'
import { EventId, UserId } from './ids.ts'
import { defineRoute } from './route.ts'
import { externalUserId, personalFields } from './user.ts'

const tag = 'Server-to-server'
const surface = 'integration'

export const UserUpsert = Type.Object(
  { externalUserId, ...Optionals(personalFields) },
  { title: 'UserUpsert', description: 'A field left out stays as it is; null clears it.' },
)

export const upsertUser = defineRoute({
  id: 'upsertUser',
  method: 'POST',
  path: '/integrations/users',
  surface,
  tag,
  summary: 'Create or update a user',
  description: 'Keyed by the partner and externalUserId. Revives a user who was anonymised.',
  body: UserUpsert,
  answers: {
    200: {
      description: 'Updated or revived.',
      body: Type.Object({ userId: UserId, created: Type.Literal(false) }),
    },
    201: { description: 'Created.', body: Type.Object({ userId: UserId, created: Type.Literal(true) }) },
  },
  errors: ['upsert_failed'],
})

export const anonymiseUser = defineRoute({
  id: 'anonymiseUser',
  method: 'DELETE',
  path: '/integrations/users/{externalUserId}',
  surface,
  tag,
  summary: 'Anonymise a user',
  description:
    'Clears email, displayName, phone, countryCode and locale; claims and redemptions are kept. Safe ' +
    'to repeat. The body is empty: what is signed is the timestamp and a dot.',
  params: Type.Object({
    externalUserId: Type.String({
      description: 'As given when the user was created: 1 to 255 characters, percent-encoded.',
      examples: ['user-42'],
    }),
  }),
  answers: { 204: { description: 'Anonymised.', body: null } },
  errors: ['user_not_found'],
})

export const listEvents = defineRoute({
  id: 'listEvents',
  method: 'GET',
  path: '/integrations/events',
  surface,
  tag,
  summary: 'Read the feed of events',
  description:
    'Every event of the partner of the last 30 days, oldest first, delivered or not: whatever a ' +
    'receiver missed can be rebuilt from it. The body is empty: what is signed is the timestamp and a ' +
    'dot.',
  query: Type.Object({
    after: Type.Optional(EventId),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  answers: {
    200: {
      description: 'A page.',
      body: Type.Object({
        items: Type.Array(WebhookEvent),
        next: Nullable(
          Like(EventId, { description: 'To be given as `after`; null when there is no more yet.' }),
        ),
      }),
    },
  },
})
