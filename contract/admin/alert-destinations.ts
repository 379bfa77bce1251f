import { type ProofRule, routesOf } from '../define-route.ts'
import { Count, Like, Nullable, OneOf, Optionals, Text, Timestamp, Timezone } from '../shapes/fields.ts'
import { AlertDestinationId, MerchantId, PartnerId } from '../shapes/ids.ts'
import { STAFF_LANGUAGES } from '../shapes/staff-language.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { ALERT_KINDS } from './alerts.ts'
import { attemptFields } from './deliveries.ts'
import { ById, Changes, IfMatch, Page, PageQuery, versionedFields } from './shapes.ts'
import { Email } from './staff.ts'

export const DESTINATION_KINDS = ['EMAIL', 'SLACK', 'TEAMS', 'SIGNED'] as const
export type DestinationKind = (typeof DESTINATION_KINDS)[number]
export const MAX_ADDRESSES = 10

const kind = OneOf(DESTINATION_KINDS, {
  description:
    'EMAIL sends to addresses, SLACK to an incoming webhook, TEAMS to a workflow that starts when a webhook request is ' +
    'received, SIGNED a signed event to a URL of your own.',
  examples: ['SLACK'],
})

const timeOfDay = (example: string) =>
  Type.String({
    pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
    description: 'a time of day, as in 22:00',
    examples: [example],
  })

const settings = {
  name: Text(100, { examples: ['Operations channel'] }),
  alertKinds: Nullable(
    Type.Array(OneOf(ALERT_KINDS, { examples: ['ENDPOINT_FAILING'] }), {
      minItems: 1,
      maxItems: ALERT_KINDS.length,
      uniqueItems: true,
      description: 'Only these kinds of alerts. Null: every kind, also those that later releases add.',
    }),
  ),
  merchantId: Like(Nullable(MerchantId), {
    description: 'a uuid: only alerts of this merchant; null for all merchants',
    examples: [null],
  }),
  partnerId: Like(Nullable(PartnerId), {
    description: 'a uuid: only alerts of this partner; null for all partners',
    examples: [null],
  }),
  timing: OneOf(['AT_ONCE', 'HOURLY'], {
    description:
      'AT_ONCE: within a minute or so, and a kind of alert at most every 10 minutes. HOURLY: everything of an hour in one ' +
      'message, after the full hour.',
    examples: ['AT_ONCE'],
  }),
  language: OneOf(STAFF_LANGUAGES, {
    description: 'The language of messages for people. Sentences in the events of SIGNED are English.',
    examples: ['en'],
  }),
  timezone: Like(Timezone, {
    description: 'IANA time zone of the quiet hours and of the times in messages.',
  }),
  quietHours: Nullable(
    Strict(
      { from: timeOfDay('22:00'), until: timeOfDay('07:00') },
      {
        title: 'QuietHours',
        description:
          'Nothing is sent in these hours. What happens in them is sent after them, in one message.',
      },
    ),
  ),
  addresses: Nullable(
    Type.Array(Like(Email, { examples: ['operations@acme.example'] }), {
      minItems: 1,
      maxItems: MAX_ADDRESSES,
      uniqueItems: true,
      description: 'For EMAIL; null for all others. Each address gets its own e-mail.',
    }),
  ),
}

const url = Text(2048, {
  description: 'For SLACK, TEAMS and SIGNED. It is a secret: no response contains it, only its host.',
  examples: ['https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX'],
})

export const AlertDestination = Type.Object(
  {
    id: AlertDestinationId,
    kind,
    owner: OneOf(['OPERATOR', 'MERCHANT', 'PARTNER'], {
      description: 'Whose people manage it: those of the operator, of `merchantId` or of `partnerId`.',
      examples: ['OPERATOR'],
    }),
    ...settings,
    host: Nullable(Type.String({ description: 'The host of the URL.', examples: ['hooks.slack.com'] })),
    state: OneOf(['OK', 'FAILING'], { description: 'FAILING: no success since the last failure.' }),
    failingSince: Like(Nullable(Timestamp), { examples: [null] }),
    lastError: Nullable(Type.String({ description: 'Why the last attempt failed.', examples: [null] })),
    lastSentAt: Nullable(Timestamp),
    waiting: Like(Count, { description: 'Changes of alerts that wait to be sent.', examples: [0] }),
    givenUp: Like(Count, {
      description: 'Messages of the last 30 days that could not be sent within 3 days.',
      examples: [0],
    }),
    ...versionedFields,
  },
  { title: 'AlertDestination' },
)

const secret = Type.String({
  description: 'Verifies the signatures of a SIGNED destination. Shown only once.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
})

export const CreatedAlertDestination = Type.Object(
  { ...AlertDestination.properties, secret: Like(Nullable(secret), { examples: [null] }) },
  { title: 'CreatedAlertDestination' },
)

const { name, ...optional } = settings

export const NewAlertDestination = Strict(
  { name, kind, url: Type.Optional(url), ...Optionals(optional) },
  { title: 'NewAlertDestination' },
)

export const AlertTestResult = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether the receiver accepted the message.', examples: [true] }),
    ...attemptFields,
    status: Like(attemptFields.status, {
      description: 'The HTTP status of the receiver; null for e-mail, or without a response.',
      examples: [200],
    }),
    response: Like(attemptFields.response, { examples: ['ok'] }),
  },
  { title: 'AlertTestResult' },
)

const readers = ['admin', 'support', 'viewer', 'merchant', 'partner'] as const
const writers = ['admin', 'merchant', 'partner'] as const
const sensitive: ProofRule = { fields: ['url', 'addresses'] }

const defineRoute = routesOf('admin', 'Alerts')

export const listAlertDestinations = defineRoute({
  id: 'listAlertDestinations',
  method: 'GET',
  path: '/admin/alert-destinations',
  summary: 'List the destinations of alerts, newest first',
  description: 'A merchant and a partner see their own.',
  query: Type.Object(PageQuery),
  responses: { 200: { description: 'A page of results.', body: Page(AlertDestination) } },
  roles: readers,
})

export const createAlertDestination = defineRoute({
  id: 'createAlertDestination',
  method: 'POST',
  path: '/admin/alert-destinations',
  summary: 'Send alerts somewhere',
  description:
    'It gets the alerts that begin from now on. What a merchant or a partner creates is theirs: it gets the alerts that ' +
    'they see. A person with several merchants sends `merchantId`.',
  body: NewAlertDestination,
  responses: {
    201: {
      description: 'Created. `secret` is null unless the kind is SIGNED.',
      body: CreatedAlertDestination,
    },
  },
  roles: writers,
  needsRecentProof: sensitive,
})

export const getAlertDestination = defineRoute({
  id: 'getAlertDestination',
  method: 'GET',
  path: '/admin/alert-destinations/{id}',
  summary: 'Show a destination of alerts',
  params: ById,
  responses: { 200: { description: 'The destination.', body: AlertDestination } },
  errors: ['not_found'],
  roles: readers,
})

export const updateAlertDestination = defineRoute({
  id: 'updateAlertDestination',
  method: 'PATCH',
  path: '/admin/alert-destinations/{id}',
  summary: 'Change a destination of alerts',
  description: 'Only an admin can change `merchantId` and `partnerId`, and only where the owner is OPERATOR.',
  params: ById,
  headers: IfMatch,
  body: Changes({ name, url, ...optional }),
  responses: { 200: { description: 'The changed destination.', body: AlertDestination } },
  errors: ['not_found', 'version_conflict'],
  roles: writers,
  needsRecentProof: sensitive,
})

export const deleteAlertDestination = defineRoute({
  id: 'deleteAlertDestination',
  method: 'DELETE',
  path: '/admin/alert-destinations/{id}',
  summary: 'Delete a destination of alerts',
  description: 'What waits to be sent to it is dropped.',
  params: ById,
  responses: { 204: { description: 'Deleted.', body: null } },
  errors: ['not_found'],
  roles: writers,
})

export const testAlertDestination = defineRoute({
  id: 'testAlertDestination',
  method: 'POST',
  path: '/admin/alert-destinations/{id}/test',
  summary: 'Send a test message',
  description:
    'Sends it now, also in quiet hours, and returns what the receiver answered. It is not retried.',
  params: ById,
  responses: { 200: { description: 'The result, whether it succeeded or failed.', body: AlertTestResult } },
  // The receiver has 15 seconds to respond.
  timeoutMs: 25 * 1000,
  errors: ['not_found'],
  roles: writers,
})

export const replaceAlertSecret = defineRoute({
  id: 'replaceAlertSecret',
  method: 'POST',
  path: '/admin/alert-destinations/{id}/secret',
  summary: 'Replace the signing secret of a SIGNED destination',
  description:
    'The old secret is not used from now on. What your receiver refuses until it has the new one is sent again for 3 days.',
  params: ById,
  responses: { 200: { description: 'The new secret.', body: Strict({ secret }, { title: 'AlertSecret' }) } },
  errors: ['not_found'],
  roles: writers,
  needsRecentProof: true,
})
