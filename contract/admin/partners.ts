import { routesOf } from '../define-route.ts'
import { EVENT_TYPES } from '../events.ts'
import {
  CategorySlug,
  Like,
  MODES,
  Nullable,
  OneOf,
  Optionals,
  Slug,
  Text,
  Timestamp,
} from '../shapes/fields.ts'
import { MerchantId, PartnerId } from '../shapes/ids.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { accentColor, brandFields, shareUrl } from '../shapes/user.ts'
import { SENT_FOR_APPROVAL } from './approvals.ts'
import { DeliveryHealth } from './delivery-health.ts'
import { ById, Changes, IfMatch, Page, PageQuery, SearchQuery, versionedFields } from './shapes.ts'

const PublicKey = Type.Union([
  Type.String({ minLength: 1, maxLength: 16384, description: 'A public key as SPKI PEM.' }),
  Type.Object({ kty: Type.String() }, { additionalProperties: true, description: 'A public key as JWK.' }),
])

export const Scope = Type.Object(
  {
    merchantIds: Type.Array(MerchantId, { maxItems: 1000, uniqueItems: true }),
    categories: Type.Array(CategorySlug, { maxItems: 200, uniqueItems: true }),
  },
  {
    additionalProperties: false,
    description: 'A merchant is in scope if merchantIds lists it or categories lists its category.',
  },
)

/** A million a minute is more than one database serves. */
function RequestsPerMinute(description: string) {
  return Like(Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })), { description, examples: [null] })
}

const fields = {
  ...brandFields,
  jwtIssuer: Text(500, {
    description: 'The `iss` claim of the partner’s tokens. Unique.',
    examples: ['https://id.acme.example'],
  }),
  jwksUrl: Nullable(
    Text(2048, {
      description: 'Set exactly one of jwksUrl and publicKey.',
      examples: ['https://id.acme.example/.well-known/jwks.json'],
    }),
  ),
  publicKey: Like(Nullable(PublicKey), { examples: [null] }),
  nextPublicKey: Like(Nullable(PublicKey), { examples: [null] }),
  jwtAudience: Nullable(Text(500, { examples: ['counterfoil'] })),
  maxTokenLifetimeSeconds: Nullable(Type.Integer({ minimum: 1, maximum: 31_536_000, examples: [3600] })),
  webhookUrl: Nullable(Text(2048, { examples: ['https://api.acme.example/hooks/counterfoil'] })),
  disabled: Type.Boolean({ examples: [false] }),
  requireV2: Type.Boolean({
    description: 'Whether server-to-server requests without a v2 signature are refused.',
    examples: [false],
  }),
  accentColor,
  shareUrl,
  frameAncestors: Type.Array(
    Type.String({
      pattern: '^(?:https://[A-Za-z0-9.-]+|http://(?:localhost|127\\.0\\.0\\.1))(?::[0-9]{1,5})?$',
      maxLength: 300,
      description:
        'an https origin without a path; for development also http://localhost or http://127.0.0.1',
      examples: ['https://app.acme.example'],
    }),
    { maxItems: 50, uniqueItems: true },
  ),
  scope: Nullable(Scope),
  eventTypes: Type.Array(OneOf(EVENT_TYPES), {
    uniqueItems: true,
    description:
      'The types of events that are delivered to webhookUrl. The events feed always has every type. Types that are ' +
      'added later are off until they are chosen.',
    examples: [['CLAIM_CREATED', 'REDEMPTION_CREATED']],
  }),
  integrationRequestsPerMinute: RequestsPerMinute(
    'How many requests to `/integrations/*` are admitted in any 60 seconds; null: no limit.',
  ),
  consumerRequestsPerMinute: RequestsPerMinute(
    'How many requests of all users together are admitted in any 60 seconds; null: no limit.',
  ),
}

const slug = Like(Slug, { examples: ['acme-pay'] })

/** The slugs of test partners end with this suffix; those of live partners do not. */
export const TEST_SLUG_SUFFIX = '-test'

/** Fixed at creation. */
const mode = OneOf(MODES, {
  description: 'A test partner has its own sandbox and sees nothing else. See `POST …/sandbox`.',
  examples: ['live'],
})

const twinId = Like(Nullable(PartnerId), {
  description: 'The test twin of a live partner, or the live partner of a test twin; null if there is none.',
  examples: [null],
})

/** Deliveries set these fields. Setting another URL clears them; resuming the webhook clears the pause. */
const endpointState = {
  webhookFailingSince: Like(Nullable(Timestamp), {
    description:
      'The time of the first failed attempt since the last success; null if the last attempt succeeded or none ' +
      'was made.',
    examples: [null],
  }),
  webhookPausedAt: Like(Nullable(Timestamp), {
    description: 'When deliveries to webhookUrl were paused; null if they are not paused.',
    examples: [null],
  }),
  webhookPauseReason: Nullable(
    OneOf(['GONE', 'EXHAUSTED'], {
      description:
        'GONE: the endpoint answered 410. EXHAUSTED: it failed for 5 days, at least 20 times, without a success.',
      examples: ['EXHAUSTED'],
    }),
  ),
}

const nextSecretSince = Like(Nullable(Timestamp), {
  description: 'When the next HMAC secret was created; null if there is none to promote.',
  examples: [null],
})

export const Partner = Type.Object(
  { id: PartnerId, slug, mode, twinId, ...fields, ...endpointState, nextSecretSince, ...versionedFields },
  { title: 'Partner' },
)

export const PartnerWithDelivery = Type.Object(
  { ...Partner.properties, delivery: DeliveryHealth },
  { title: 'PartnerWithDelivery' },
)

const { name, displayName, logoPath, jwtIssuer, ...optional } = fields

export const NewPartner = Strict(
  {
    slug,
    mode: Type.Optional(mode),
    name,
    displayName,
    logoPath,
    jwtIssuer,
    ...Optionals(optional),
    secret: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{32,512}$',
        description: '32 to 512 visible ASCII characters',
        examples: ['whsec_Vb0pZ4tqkJYl3mS8xUe7RwNc2aHg9fD1Lq5oTs6iKvM='],
      }),
    ),
  },
  {
    title: 'NewPartner',
    description:
      'Defaults: mode live, disabled and requireV2 false, frameAncestors empty, eventTypes all types, secret ' +
      'generated, all other fields null. The slug ends in `-test` if the mode is test, and only then. A test partner ' +
      'needs no key: without one, tokens of `POST /integrations/test/tokens` are accepted. Its scope is its scenarios.',
  },
)

const secret = Type.String({
  description: 'Shown only once.',
  examples: ['whsec_Vb0pZ4tqkJYl3mS8xUe7RwNc2aHg9fD1Lq5oTs6iKvM='],
})

export const PartnerSecret = Type.Object({ secret }, { title: 'PartnerSecret' })

export const CreatedPartner = Type.Object({ ...Partner.properties, secret }, { title: 'CreatedPartner' })

const defineRoute = routesOf('admin', 'Partners')

export const createPartner = defineRoute({
  id: 'createPartner',
  method: 'POST',
  path: '/admin/partners',
  summary: 'Create a partner',
  description:
    'The response includes the HMAC secret. It is shown only once. While changes need approval, a live partner is created ' +
    'disabled, and a request to enable it is stored.',
  body: NewPartner,
  responses: { 201: { description: 'Created.', body: CreatedPartner } },
  errors: ['slug_taken', 'issuer_taken'],
  roles: ['admin'],
  needsRecentProof: true,
})

export const listPartners = defineRoute({
  id: 'listPartners',
  method: 'GET',
  path: '/admin/partners',
  summary: 'List partners, newest first',
  query: Type.Object({ ...PageQuery, ...SearchQuery }),
  responses: { 200: { description: 'A page of results.', body: Page(PartnerWithDelivery) } },
  roles: ['admin', 'support', 'viewer', 'partner', 'partner-support'],
})

export const getPartner = defineRoute({
  id: 'getPartner',
  method: 'GET',
  path: '/admin/partners/{id}',
  summary: 'Get a partner',
  params: ById,
  responses: { 200: { description: 'The partner.', body: PartnerWithDelivery } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'partner', 'partner-support'],
})

export const updatePartner = defineRoute({
  id: 'updatePartner',
  method: 'PATCH',
  path: '/admin/partners/{id}',
  summary: 'Update a partner',
  description:
    'A partner’s own key can only change webhookUrl, eventTypes, jwksUrl, publicKey and nextPublicKey.',
  params: ById,
  headers: IfMatch,
  body: Changes(fields),
  responses: { 200: { description: 'The updated partner.', body: Partner }, 202: SENT_FOR_APPROVAL },
  errors: ['not_found', 'issuer_taken', 'version_conflict'],
  roles: ['admin', 'partner'],
  needsRecentProof: {
    fields: [
      'jwtIssuer',
      'jwksUrl',
      'publicKey',
      'nextPublicKey',
      'webhookUrl',
      'requireV2',
      'frameAncestors',
      'scope',
    ],
    values: { disabled: true },
  },
})

export const rotatePartnerSecret = defineRoute({
  id: 'rotatePartnerSecret',
  method: 'POST',
  path: '/admin/partners/{id}/secret/rotate',
  summary: 'Create the next HMAC secret',
  description:
    'From now on, requests signed with either secret are accepted. Webhooks are still signed with the current ' +
    'secret, until the next one is promoted.',
  params: ById,
  responses: { 200: { description: 'The new secret. It is shown only once.', body: PartnerSecret } },
  errors: ['not_found'],
  roles: ['admin', 'partner'],
  needsRecentProof: true,
})

export const promotePartnerSecret = defineRoute({
  id: 'promotePartnerSecret',
  method: 'POST',
  path: '/admin/partners/{id}/secret/promote',
  summary: 'Promote the next HMAC secret',
  description:
    'Webhooks are signed with the new secret from now on. Requests signed with the old secret are accepted for ' +
    'another 24 hours.',
  params: ById,
  responses: { 200: { description: 'The updated partner.', body: Partner } },
  errors: ['not_found', 'no_next_secret'],
  roles: ['admin', 'partner'],
  needsRecentProof: true,
})
