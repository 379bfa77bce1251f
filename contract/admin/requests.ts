import { type Role, routesOf } from '../define-route.ts'
import { Like, Nullable, OneOf, Text, Timestamp } from '../shapes/fields.ts'
import { PartnerId, RequestId, UserId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'
import { externalUserId } from '../shapes/user.ts'
import { SentencesFacts } from './facts.ts'
import { AdminRefusal } from './refusals.ts'
import { ById, CountedPage, PeriodQuery, SortedQuery } from './shapes.ts'

export const RECORDED_SURFACES = ['integration', 'consumer'] as const

const route = Text(300, {
  description:
    'The path of the route, with its parameters by name. `/integrations/*`, `/me/*` or `/*` for a path that does not exist.',
  examples: ['/integrations/users/{externalUserId}'],
})

const code = Text(100, { description: 'The error code of the response.', examples: ['invalid_signature'] })

const requestFields = {
  id: Like(RequestId, { description: 'The id of the request, as in the response header `x-request-id`.' }),
  at: Like(Timestamp, { description: 'When it was answered.' }),
  partnerId: Like(Nullable(PartnerId), { description: 'Null if the request named no known partner.' }),
  partnerName: Nullable(Type.String({ examples: ['Acme Pay'] })),
  surface: OneOf(RECORDED_SURFACES, {
    description: 'integration: the partner’s backend. consumer: one of its users.',
    examples: ['integration'],
  }),
  method: Type.String({ examples: ['POST'] }),
  route,
  status: Type.Integer({ examples: [401] }),
  code: Nullable(code),
  help: Nullable(
    Type.String({
      description: 'The path of the page about the error code, on this host. Null for a call that succeeded.',
      examples: ['/docs/errors#invalid_signature'],
    }),
  ),
  durationMs: Type.Number({ examples: [3.2] }),
  externalUserId: Like(Nullable(externalUserId), {
    description: 'Null if the signature or the token was not accepted, or the request is about no user.',
  }),
  reason: Nullable(
    Type.String({
      description: 'The reason in English. Null for a successful call without unknown fields.',
      examples: ['signature: t is 4 s old, body of 57 bytes, none of 2 secrets matches'],
    }),
  ),
  facts: Nullable(SentencesFacts),
  traceId: Nullable(
    Type.String({
      description: 'The id of its OpenTelemetry trace. Null if it was not traced.',
      examples: ['0af7651916cd43dd8448eb211c80319c'],
    }),
  ),
}

export const AdminRequest = Type.Object(requestFields, { title: 'AdminRequest' })

export const AdminRequestDetail = Type.Object(
  {
    ...requestFields,
    userId: Like(Nullable(UserId), {
      description: 'The user with this `externalUserId`. Null if there is none.',
    }),
    refusal: Like(Nullable(AdminRefusal), {
      description: 'The refused redemption, if the request was one.',
    }),
    traceUrl: Nullable(
      Type.String({
        description:
          'The URL of the trace, built from the setting `TRACE_URL`. Null without that setting, without a ' +
          'trace, and for partners.',
        examples: ['https://grafana.example.com/trace/0af7651916cd43dd8448eb211c80319c'],
      }),
    ),
  },
  { title: 'AdminRequestDetail' },
)

export const REQUEST_SORTS = ['-at', 'at'] as const

const roles: Role[] = ['admin', 'support', 'viewer', 'partner']

const defineRoute = routesOf('admin', 'Requests')

export const listRequests = defineRoute({
  id: 'listRequests',
  method: 'GET',
  path: '/admin/requests',
  summary: 'List failed requests of partners and users',
  description:
    'Every call of the server-to-server and consumer routes that ended in 4xx or 5xx in the last 7 days, and ' +
    'why. Calls with a refused signature or token or to an unknown path, and successful calls with unknown fields or query ' +
    'parameters, are recorded at most 60 times a minute per partner, within a second after the response.',
  query: Type.Object({
    partnerId: Type.Optional(PartnerId),
    requestId: Type.Optional(RequestId),
    status: Type.Optional(
      Type.String({
        pattern: '^[2-5](?:[0-9][0-9]|xx)$',
        description: 'a status such as 401, or a class such as 4xx',
        examples: ['401'],
      }),
    ),
    code: Type.Optional(code),
    route: Type.Optional(route),
    externalUserId: Type.Optional(externalUserId),
    newSinceDeployment: Type.Optional(
      Type.Boolean({
        description:
          'If true, only what is new since the last deployment of its partner: calls that failed or had unknown fields ' +
          'since, with a method, route and code that were not seen in the 7 days before. See `POST …/deployments`.',
      }),
    ),
    ...PeriodQuery,
    ...SortedQuery(...REQUEST_SORTS),
  }),
  responses: { 200: { description: 'A page of results.', body: CountedPage(AdminRequest) } },
  roles,
})

export const getRequest = defineRoute({
  id: 'getRequest',
  method: 'GET',
  path: '/admin/requests/{id}',
  summary: 'Get a failed request by its id',
  description:
    'The id is the `x-request-id` of the response. Requests are kept for 7 days; 404 `not_found` afterwards, and for ' +
    'a request that was not recorded.',
  params: ById,
  responses: { 200: { description: 'The request.', body: AdminRequestDetail } },
  errors: ['not_found'],
  roles,
})
