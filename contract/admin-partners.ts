import Type from 'typebox'
import { ById, Changes, IfMatch, Page, PageQuery, Recorded, SearchQuery, Strict } from './admin-shapes.ts'
import { CategorySlug, Like, Nullable, OneOf, Optionals, Slug, Text, Timestamp } from './fields.ts'
import { MerchantId, PartnerId } from './ids.ts'
import { defineRoute } from './route.ts'
import { accentColor, brandFields } from './user.ts'

const PublicKey = Type.Union([
  Type.String({ minLength: 1, maxLength: 16384, description: 'SPKI PEM.' }),
  Type.Object({ kty: Type.String() }, { additionalProperties: true, description: 'JWK.' }),
])

const Scope = Type.Object(
  {
    merchantIds: Type.Array(MerchantId, { maxItems: 1000, uniqueItems: true }),
    categories: Type.Array(CategorySlug, { maxItems: 200, uniqueItems: true }),
  },
  { additionalProperties: false, description: 'A merchant is in scope when either list names it.' },
)

const fields = {
  ...brandFields,
  jwtIssuer: Text(500, {
    description: 'The `iss` of the tokens that this partner mints. Unique.',
    examples: ['https://id.acme.example'],
  }),
  jwksUrl: Nullable(
    Text(2048, {
      description: 'Exactly one of jwksUrl and publicKey.',
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
    description: 'Refuse server-to-server calls without a v2 signature.',
    examples: [false],
  }),
  accentColor,
  frameAncestors: Type.Array(
    Type.String({
      pattern: '^https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?$',
      maxLength: 300,
      description: 'an https origin without a path',
      examples: ['https://app.acme.example'],
    }),
    { maxItems: 50, uniqueItems: true },
  ),
  scope: Nullable(Scope),
}

const slug = Like(Slug, { examples: ['acme-pay'] })

/** Written by deliveries, and by whoever resumes them. */
const pause = {
  webhookPausedAt: Like(Nullable(Timestamp), {
    description: 'Since when nothing is sent to webhookUrl; null: it is not paused.',
    examples: [null],
  }),
  webhookPauseReason: Nullable(
    OneOf(['GONE', 'FAILING'], {
      description: 'GONE: it answered 410. FAILING: it failed for 5 days, 20 times or more.',
      examples: ['FAILING'],
    }),
  ),
}

export const Partner = Type.Object(
  { id: PartnerId, slug, ...fields, ...pause, ...Recorded },
  { title: 'Partner' },
)

const { name, displayName, logoPath, jwtIssuer, ...optional } = fields

export const NewPartner = Strict(
  {
    slug,
    name,
    displayName,
    logoPath,
    jwtIssuer,
    ...Optionals(optional),
    secret: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{32,512}$',
        description: '32 to 512 visible ASCII characters',
        examples: ['whsec_Vb0pZ4tqkJYl3mS8xUe7RwNc2aHg9fD1'],
      }),
    ),
  },
  {
    title: 'NewPartner',
    description:
      'Left out: disabled and requireV2 are false, frameAncestors is empty, the secret is generated, ' +
      'all else is null.',
  },
)

const secret = Type.String({
  description: 'Shown this once.',
  examples: ['whsec_Vb0pZ4tqkJYl3mS8xUe7RwNc2aHg9fD1'],
})

export const PartnerSecret = Type.Object({ secret }, { title: 'PartnerSecret' })

export const CreatedPartner = Type.Object({ ...Partner.properties, secret }, { title: 'CreatedPartner' })

const tag = 'Partners'
const surface = 'admin'

export const createPartner = defineRoute({
  id: 'createPartner',
  method: 'POST',
  path: '/admin/partners',
  surface,
  tag,
  summary: 'Onboard a partner',
  description: 'The answer carries the HMAC secret; no other answer does.',
  body: NewPartner,
  answers: { 201: { description: 'Created.', body: CreatedPartner } },
  errors: ['slug_taken', 'issuer_taken'],
  roles: ['admin'],
})

export const listPartners = defineRoute({
  id: 'listPartners',
  method: 'GET',
  path: '/admin/partners',
  surface,
  tag,
  summary: 'List partners, newest first',
  query: Type.Object({ ...PageQuery, ...SearchQuery }),
  answers: { 200: { description: 'A page.', body: Page(Partner) } },
  roles: ['admin', 'support', 'partner'],
})

export const getPartner = defineRoute({
  id: 'getPartner',
  method: 'GET',
  path: '/admin/partners/{id}',
  surface,
  tag,
  summary: 'One partner',
  params: ById,
  answers: { 200: { description: 'The partner.', body: Partner } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'partner'],
})

export const updatePartner = defineRoute({
  id: 'updatePartner',
  method: 'PATCH',
  path: '/admin/partners/{id}',
  surface,
  tag,
  summary: 'Change a partner',
  description: 'A partner’s own key may change webhookUrl, jwksUrl, publicKey and nextPublicKey only.',
  params: ById,
  headers: IfMatch,
  body: Changes(fields),
  answers: { 200: { description: 'The partner as it is now.', body: Partner } },
  errors: ['not_found', 'issuer_taken', 'version_conflict'],
  roles: ['admin', 'partner'],
})

export const rotatePartnerSecret = defineRoute({
  id: 'rotatePartnerSecret',
  method: 'POST',
  path: '/admin/partners/{id}/secret/rotate',
  surface,
  tag,
  summary: 'Make the next HMAC secret',
  description:
    'From now on both secrets are accepted on calls to us; we go on signing webhooks with the old one ' +
    'until promotion.',
  params: ById,
  answers: { 200: { description: 'The new secret, shown once.', body: PartnerSecret } },
  errors: ['not_found'],
  roles: ['admin', 'partner'],
})

export const promotePartnerSecret = defineRoute({
  id: 'promotePartnerSecret',
  method: 'POST',
  path: '/admin/partners/{id}/secret/promote',
  surface,
  tag,
  summary: 'Sign webhooks with the next HMAC secret',
  description: 'The old secret stays accepted on calls to us for 24 hours, then is gone.',
  params: ById,
  answers: { 200: { description: 'The partner.', body: Partner } },
  errors: ['not_found', 'no_next_secret'],
  roles: ['admin', 'partner'],
})
