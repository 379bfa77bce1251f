import { routesOf } from '../define-route.ts'
import { Like, Nullable, OneOf, Timestamp } from '../shapes/fields.ts'
import { RequestId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'
import { SentencesFacts } from './facts.ts'
import { ById } from './shapes.ts'

export const HEALTH_AREAS = ['keys', 'tokens', 'signatures', 'webhooks', 'clock', 'unknownFields'] as const
export const HEALTH_STATES = ['OK', 'FAILING', 'NO_TRAFFIC'] as const

export const HealthCheck = Type.Object(
  {
    area: OneOf(HEALTH_AREAS, {
      description:
        'keys: whether the public keys can be fetched. tokens: of the users. signatures: of the backend. webhooks: ' +
        'deliveries to webhookUrl. clock: the times of signatures and tokens. unknownFields: names that routes ignored.',
      examples: ['signatures'],
    }),
    state: OneOf(HEALTH_STATES, {
      description:
        'FAILING: something failed in the last hour, or nothing was accepted since the last failure. OK: something ' +
        'was accepted, and neither is the case. NO_TRAFFIC: nothing has arrived yet.',
      examples: ['FAILING'],
    }),
    since: Like(Nullable(Timestamp), {
      description: 'The first failure that was followed by others within 24 hours each. Null unless FAILING.',
    }),
    problem: Nullable(
      Type.String({
        description: 'The latest failure, in English. Null unless FAILING.',
        examples: ['signature: t is 4 s old, body of 57 bytes, the secret does not match'],
      }),
    ),
    remedy: Nullable(
      Type.String({
        description: 'What to do about it. Null unless FAILING.',
        examples: ['Sign exactly the bytes that you send, with the current secret.'],
      }),
    ),
    problemFacts: Like(Nullable(SentencesFacts), { description: 'The problem as data. Null without one.' }),
    remedyFacts: Like(Nullable(SentencesFacts), { description: 'The remedy as data. Null without one.' }),
    help: Nullable(
      Type.String({
        description: 'The path of the page about it, on this host. Null unless FAILING.',
        examples: ['/docs/errors#invalid_signature'],
      }),
    ),
    requestId: Like(Nullable(RequestId), {
      description: 'The latest request that failed. Null if there is none, as for webhooks.',
    }),
  },
  { title: 'HealthCheck' },
)

const defineRoute = routesOf('admin', 'Partners')

export const getIntegrationHealth = defineRoute({
  id: 'getIntegrationHealth',
  method: 'GET',
  path: '/admin/partners/{id}/health',
  summary: 'Get what is wrong with an integration now',
  description:
    'Says for each part of the integration what is wrong now, since when, and what to do. It is read from the ' +
    'failed requests of the last 7 days, the state of the endpoint and of the keys.',
  params: ById,
  responses: {
    200: { description: 'One entry for each area.', body: Type.Object({ checks: Type.Array(HealthCheck) }) },
  },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'partner'],
})
