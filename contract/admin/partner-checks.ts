import { routesOf } from '../define-route.ts'
import { AnyObject, Count, Like, Nullable, OneOf, Text, Timestamp } from '../shapes/fields.ts'
import { MerchantId } from '../shapes/ids.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { SentencesFacts } from './facts.ts'
import { Scope } from './partners.ts'
import { ById } from './shapes.ts'

/** In the order in which a token is checked. */
export const TOKEN_CHECKS = [
  'format',
  'issuer',
  'subject',
  'times',
  'audience',
  'lifetime',
  'signature',
  'notBefore',
  'expiry',
  'partner',
] as const

export const TokenCheck = Type.Object(
  {
    ok: Type.Boolean({
      description: 'Whether a request with this token is accepted now.',
      examples: [false],
    }),
    error: Nullable(
      OneOf(['invalid_token', 'token_expired', 'keys_unavailable', 'partner_disabled'], {
        description: 'The error that a request with this token gets; null if it is accepted.',
        examples: ['token_expired'],
      }),
    ),
    checks: Type.Array(
      Type.Object({
        check: OneOf(TOKEN_CHECKS, { examples: ['expiry'] }),
        ok: Nullable(
          Type.Boolean({
            description: 'Null if this check was skipped because an earlier one failed.',
            examples: [false],
          }),
        ),
        message: Type.String({ examples: ['The token expired at 2026-11-15T08:30:00.000Z.'] }),
        facts: SentencesFacts,
      }),
      { description: 'Every check, in the order in which they are made.' },
    ),
    header: Nullable(
      AnyObject({ description: 'The header, if it can be read.', examples: [{ alg: 'ES256', kid: 'k1' }] }),
    ),
    claims: Nullable(
      AnyObject({
        description: 'The claims, if they can be read. Do not trust them unless the signature is valid.',
        examples: [{ iss: 'https://id.acme.example', sub: 'user-42', exp: 1794731400 }],
      }),
    ),
  },
  { title: 'TokenCheck' },
)

export const JwksCheck = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether there is at least one usable key.', examples: [true] }),
    url: Nullable(
      Type.String({
        description: 'The URL that was fetched; null if the partner has a registered key instead.',
        examples: ['https://id.acme.example/.well-known/jwks.json'],
      }),
    ),
    error: Like(Nullable(Type.String()), {
      description: 'Why the keys could not be fetched.',
      examples: [null],
    }),
    keys: Type.Array(
      Type.Object({
        kid: Nullable(Type.String({ examples: ['k1'] })),
        kty: Nullable(Type.String({ examples: ['EC'] })),
        alg: Nullable(Type.String({ description: 'The `alg` of the key itself.', examples: ['ES256'] })),
        use: Nullable(Type.String({ examples: ['sig'] })),
        algorithms: Type.Array(Type.String({ examples: ['ES256'] }), {
          description: 'The algorithms of tokens that the key verifies.',
        }),
        issue: Like(Nullable(Type.String()), {
          description: 'Why the key cannot be used.',
          examples: [null],
        }),
        issueFacts: Like(Nullable(SentencesFacts), { examples: [null] }),
        isNew: Type.Boolean({
          description: 'True if the key is new: tokens are not verified with it yet.',
          examples: [false],
        }),
      }),
    ),
    cachedAt: Nullable(
      Like(Timestamp, {
        description: 'When the keys that verify tokens were fetched; null if never.',
      }),
    ),
  },
  { title: 'JwksCheck' },
)

const merchants = Type.Object({
  count: Like(Count, { examples: [12] }),
  first: Type.Array(Type.Object({ id: MerchantId, name: Text(200, { examples: ['Kopi Corner'] }) }), {
    description: 'The first 20, by name.',
  }),
})

export const ScopeDiff = Type.Object(
  {
    appear: merchants,
    disappear: merchants,
    users: Like(Count, {
      description: 'How many users of the partner would see the change.',
      examples: [40120],
    }),
  },
  { title: 'ScopeDiff', description: 'Active merchants only: users do not see others.' },
)

const defineRoute = routesOf('admin', 'Partners')
const errors = ['not_found'] as const

export const checkToken = defineRoute({
  id: 'checkToken',
  method: 'POST',
  path: '/admin/partners/{id}/check-token',
  summary: 'Check a token of the partner’s users',
  description:
    'Says which check a token fails, and why. Uses the same code as the routes for users. The token is not stored.',
  params: ById,
  body: Strict(
    { token: Type.String({ minLength: 1, maxLength: 20_000, examples: ['eyJhbGciOiJFUzI1NiJ9.e30.c2ln'] }) },
    { title: 'TokenCheckRequest' },
  ),
  responses: { 200: { description: 'The result of each check.', body: TokenCheck } },
  errors,
  roles: ['admin', 'support', 'viewer', 'partner'],
  readsOnly: true,
})

export const checkJwks = defineRoute({
  id: 'checkJwks',
  method: 'POST',
  path: '/admin/partners/{id}/check-jwks',
  summary: 'Fetch the partner’s JWKS now',
  description:
    'Lists the keys found, or says why they could not be fetched. The cached keys that verify tokens do not change.',
  params: ById,
  responses: { 200: { description: 'The keys, or what failed.', body: JwksCheck } },
  errors,
  roles: ['admin', 'support', 'viewer', 'partner'],
  readsOnly: true,
})

export const diffScope = defineRoute({
  id: 'diffScope',
  method: 'POST',
  path: '/admin/partners/{id}/scope-diff',
  summary: 'Compare a new scope with the current one',
  description: 'Says which merchants would appear and disappear, and for how many users. Changes nothing.',
  params: ById,
  body: Strict({ scope: Nullable(Scope) }, { title: 'ScopeDiffRequest' }),
  responses: { 200: { description: 'The difference.', body: ScopeDiff } },
  errors,
  roles: ['admin'],
  readsOnly: true,
})
