import { routesOf } from '../define-route.ts'
import { Like, Nullable, OneOf, Timestamp } from '../shapes/fields.ts'
import { outletFields } from '../shapes/outlet.ts'
import { Type } from '../shapes/type.ts'
import { DeliveryHealth } from './delivery-health.ts'
import { factsOfSentence } from './facts.ts'
import { Page } from './shapes.ts'

export const ALERT_KINDS = [
  'PIN_GUESSING',
  'PIN_DEFENSE',
  'CODE_GUESSING',
  'POOL_LOW',
  'POOL_EMPTY',
  'ENDPOINT_FAILING',
  'ENDPOINT_PAUSED',
  'JWKS_UNREACHABLE',
  'SIGN_IN_GUESSING',
  'SCHEDULE_FAILED',
  'VOUCHER_ENDS_SOON',
  'CAP_NEARLY_REACHED',
  'CAP_REACHED',
  'DESTINATION_FAILING',
  'CELL_UNREACHABLE',
  'STATEMENTS_CLOSED',
  'NEW_DEVICE',
  'APPROVAL_BYPASSED',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** The kinds that a merchant’s people see, about their merchant. */
export const MERCHANT_ALERT_KINDS = [
  'PIN_GUESSING',
  'PIN_DEFENSE',
  'CODE_GUESSING',
  'POOL_LOW',
  'POOL_EMPTY',
  'VOUCHER_ENDS_SOON',
  'CAP_NEARLY_REACHED',
  'CAP_REACHED',
  'SCHEDULE_FAILED',
  'DESTINATION_FAILING',
  'STATEMENTS_CLOSED',
] as const satisfies readonly AlertKind[]

/** The kinds that a partner’s people see, about their partner. */
export const PARTNER_ALERT_KINDS = [
  'ENDPOINT_FAILING',
  'ENDPOINT_PAUSED',
  'JWKS_UNREACHABLE',
  'DESTINATION_FAILING',
  'STATEMENTS_CLOSED',
] as const satisfies readonly AlertKind[]

export const ALERT_SUBJECTS = [
  'outlet',
  'voucher',
  'partner',
  'staff',
  'destination',
  'cell',
  'month',
  'approval',
] as const

export const Alert = Type.Object(
  {
    kind: OneOf(ALERT_KINDS),
    message: Type.String({ examples: ['57 wrong PINs at Kopi Corner Suria within an hour'] }),
    facts: Type.Object(
      {
        sentence: Like(factsOfSentence.sentence, {
          description: 'What happened, as a key of a catalogue of words.',
          examples: ['PIN_GUESSING'],
        }),
        details: Like(factsOfSentence.details, {
          examples: [
            {
              name: { type: 'NAME', value: 'Kopi Corner Suria' },
              count: { type: 'NUMBER', value: '57' },
            },
          ],
        }),
      },
      { description: 'The same as data, without words: `message` is built from it, in English.' },
    ),
    subject: Type.Object(
      {
        type: OneOf(ALERT_SUBJECTS),
        id: Type.String({
          description: 'A uuid; of a month or a cell, its name.',
          examples: ['01999d58-77c4-7e0d-a2b9-4d8e16f35b03'],
        }),
        name: outletFields.name,
      },
      { description: 'The object that the alert is about.' },
    ),
    since: Timestamp,
    delivery: Nullable(DeliveryHealth),
  },
  { title: 'Alert' },
)

const defineRoute = routesOf('admin', 'Alerts')

export const listAlerts = defineRoute({
  id: 'listAlerts',
  method: 'GET',
  path: '/admin/alerts',
  summary: 'List current alerts, newest first',
  description:
    'A merchant sees the alerts about its outlets, vouchers and destinations; a partner those about its endpoint, its keys ' +
    'and its destinations. An alert is listed while its cause lasts. Two kinds report something that has happened: ' +
    '`STATEMENTS_CLOSED`, which merchants and partners see as well, and `NEW_DEVICE`. These are listed for 7 days.',
  responses: { 200: { description: 'All alerts, on one page.', body: Page(Alert) } },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner'],
})
