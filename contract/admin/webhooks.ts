import { routesOf } from '../define-route.ts'
import { EVENT_TYPES } from '../events.ts'
import { Count, LaterTimestamp, Like, Nullable, OneOf, Timestamp } from '../shapes/fields.ts'
import { PartnerId } from '../shapes/ids.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { attemptFields } from './deliveries.ts'
import { Partner } from './partners.ts'
import { ById } from './shapes.ts'

export const WebhookTestResult = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether the receiver answered with a 2xx status.', examples: [true] }),
    ...attemptFields,
    status: Like(attemptFields.status, { examples: [200] }),
    response: Like(attemptFields.response, { examples: [''] }),
  },
  { title: 'WebhookTestResult' },
)

const since = Like(Timestamp, { description: 'an ISO 8601 date-time (inclusive)' })
const until = Like(LaterTimestamp, { description: 'an ISO 8601 date-time (exclusive)' })
const only = OneOf(['undelivered', 'failed', 'all'], {
  description:
    'Which events of the period to send: those whose delivery waits after a failure or failed, those whose delivery ' +
    'failed, or all.',
  examples: ['failed'],
})

export const ReplayRequest = Strict({ since, until: Type.Optional(until), only }, { title: 'ReplayRequest' })

export const Replay = Type.Object(
  {
    partnerId: PartnerId,
    since,
    until: Nullable(until),
    only,
    total: Like(Count, { examples: [240] }),
    delivered: Like(Count, { examples: [180] }),
    failed: Like(Count, { examples: [4] }),
    pending: Like(Count, { examples: [56] }),
    createdAt: Timestamp,
    finishedAt: Like(Nullable(Timestamp), { examples: [null] }),
    error: Like(Nullable(Type.String()), {
      description: 'Why the replay ended before all of its events were queued; null unless it failed.',
      examples: [null],
    }),
  },
  { title: 'Replay', description: 'The progress of a replay.' },
)

export const DeliverNowResult = Type.Object(
  { deliveries: Like(Count, { description: 'How many are sent.', examples: [12] }) },
  { title: 'DeliverNowResult' },
)

const defineRoute = routesOf('admin', 'Webhooks')

export const testWebhook = defineRoute({
  id: 'testWebhook',
  method: 'POST',
  path: '/admin/partners/{id}/webhook/test',
  summary: 'Send a signed sample event',
  description:
    'Returns the response of the receiver. A sample is not listed in the events feed and is not retried.',
  params: ById,
  body: Strict({ type: OneOf(EVENT_TYPES) }, { title: 'WebhookTestRequest' }),
  responses: { 200: { description: 'The result, whether it succeeded or failed.', body: WebhookTestResult } },
  // The receiver has 15 seconds to respond.
  timeoutMs: 25 * 1000,
  errors: ['not_found', 'no_webhook_url'],
  roles: ['admin', 'partner'],
})

export const resumeWebhook = defineRoute({
  id: 'resumeWebhook',
  method: 'POST',
  path: '/admin/partners/{id}/webhook/resume',
  summary: 'Resume deliveries to a paused endpoint',
  description: 'Pending deliveries are sent now. Does nothing if the endpoint is not paused.',
  params: ById,
  responses: { 200: { description: 'The partner.', body: Partner } },
  errors: ['not_found', 'no_webhook_url'],
  roles: ['admin', 'partner'],
})

export const deliverNow = defineRoute({
  id: 'deliverNow',
  method: 'POST',
  path: '/admin/partners/{id}/webhook/deliver-now',
  summary: 'Send all undelivered events now',
  description:
    'Deliveries that wait after a failure, or failed, become due now and restart their schedule of attempts. A worker ' +
    'does this in the background. Resumes a paused endpoint, and ends a wait that it asked for with retry-after.',
  params: ById,
  responses: { 202: { description: 'Queued.', body: DeliverNowResult } },
  errors: ['not_found', 'no_webhook_url'],
  roles: ['admin', 'support', 'partner'],
})

export const startReplay = defineRoute({
  id: 'startReplay',
  method: 'POST',
  path: '/admin/partners/{id}/replay',
  summary: 'Replay the events of a period',
  params: ById,
  body: ReplayRequest,
  responses: { 202: { description: 'Started.', body: Replay } },
  errors: ['not_found', 'no_webhook_url'],
  roles: ['admin', 'partner'],
})

export const countReplay = defineRoute({
  id: 'countReplay',
  method: 'POST',
  path: '/admin/partners/{id}/replay/count',
  summary: 'Count the events that a replay would send',
  description: 'A dry run: nothing is sent.',
  params: ById,
  body: ReplayRequest,
  responses: {
    200: {
      description: 'How many events would be sent.',
      body: Type.Object({ total: Replay.properties.total }, { title: 'ReplayCount' }),
    },
  },
  errors: ['not_found', 'no_webhook_url'],
  readsOnly: true,
  roles: ['admin', 'partner'],
})

export const getReplay = defineRoute({
  id: 'getReplay',
  method: 'GET',
  path: '/admin/partners/{id}/replay',
  summary: 'Get the progress of the partner’s latest replay',
  params: ById,
  responses: { 200: { description: 'The replay.', body: Replay } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'partner'],
})
