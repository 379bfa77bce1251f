import { routesOf } from '../define-route.ts'
import { CODE_REDEMPTION_REFUSALS, type ErrorCode } from '../errors.ts'
import { Nullable, OneOf, Text } from '../shapes/fields.ts'
import { merchantFields } from '../shapes/merchant.ts'
import { outletFields } from '../shapes/outlet.ts'
import { redemptionFields, verifyCode } from '../shapes/redemption.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { voucherFields } from '../shapes/voucher.ts'
import { COUNTER_CODE_PATTERN, DIGITS_PATTERN } from './code-pattern.ts'

/** What a code can be refused with before the redemption is decided, in the order of the checks. */
export const CODE_REFUSALS = [
  'rate_limited',
  'code_not_found',
  'code_of_another_outlet',
  'code_expired',
  'code_used',
  'code_held',
] as const satisfies readonly ErrorCode[]

export const CounterCode = Type.String({
  pattern: `${COUNTER_CODE_PATTERN}|${DIGITS_PATTERN}`,
  description: 'the text of the QR code, or the six digits below it',
  examples: ['CF17K3MQ2XD9RTV7K3MQ2XD9RTV7K'],
})

export const deviceName = Text(100, { examples: ['Tablet at the till'] })

export const CounterSession = Type.Object(
  {
    deviceName,
    outletName: outletFields.name,
    merchantName: merchantFields.name,
  },
  { title: 'CounterSession' },
)

export const CodeReading = Type.Object(
  {
    voucherTitle: voucherFields.title,
    terms: voucherFields.terms,
    outletName: outletFields.name,
    refusal: Nullable(
      OneOf(CODE_REDEMPTION_REFUSALS, {
        description: 'The error that a confirmation would get now. Null: it would succeed.',
      }),
    ),
    heldForSeconds: Type.Integer({
      description: 'How long this device can confirm the code, and no other device can.',
      examples: [60],
    }),
  },
  { title: 'CodeReading', description: 'Names no person and no partner.' },
)

export const CounterRedemption = Type.Object(
  {
    id: redemptionFields.id,
    voucherTitle: redemptionFields.voucherTitle,
    outletName: redemptionFields.outletName,
    code: redemptionFields.code,
    redeemedAt: redemptionFields.redeemedAt,
    voidedAt: redemptionFields.voidedAt,
    verifyCode,
  },
  { title: 'CounterRedemption', description: 'Names no person and no partner.' },
)

const LANGUAGE = 'Texts are in the language of `Accept-Language`, as far as there are translations.'

const defineRoute = routesOf('counter', 'Counter')
const definePublicRoute = routesOf('public', 'Counter')

export const connectDevice = definePublicRoute({
  id: 'connectDevice',
  method: 'POST',
  path: '/counter/session',
  summary: 'Connect a device with its link',
  description: 'Sets the cookie of the device. A link works once.',
  body: Strict({
    secret: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The part of the link after `#device=`.',
      examples: ['q3V9zXk1TnB7sLw0YhR5uEj2Cm8PdGfAq3V9zXk1TnB'],
    }),
  }),
  responses: { 201: { description: 'Connected. The response sets the cookie.', body: CounterSession } },
  errors: ['invalid_device_link', 'cross_site_request'],
})

export const getCounterSession = defineRoute({
  id: 'getCounterSession',
  method: 'GET',
  path: '/counter/session',
  summary: 'Show which outlet this device belongs to',
  responses: { 200: { description: 'The device is connected.', body: CounterSession } },
})

export const readCode = defineRoute({
  id: 'readCode',
  method: 'POST',
  path: '/counter/read',
  summary: 'Show what a code would redeem',
  description:
    'Holds the code for this device for 60 seconds, so that a slow confirmation still passes. Counts no attempt of the ' +
    `user. After 10 wrong entries of six digits within 10 minutes, the device has to wait 10 minutes. ${LANGUAGE}`,
  body: Strict({ code: CounterCode }),
  responses: { 200: { description: 'What the code would redeem.', body: CodeReading } },
  errors: CODE_REFUSALS,
})

export const confirmCode = defineRoute({
  id: 'confirmCode',
  method: 'POST',
  path: '/counter/redemptions',
  summary: 'Redeem the voucher of a code',
  description: [
    'The checks run in a fixed order, and the first one that fails is returned: the schema, `unauthorized`, ' +
      `${[...CODE_REFUSALS, ...CODE_REDEMPTION_REFUSALS].map((code) => `\`${code}\``).join(', ')}.`,
    'Counts one attempt of the user. All codes of one intent, and the PIN with its key, give one redemption: the ' +
      'device that redeemed gets the first response again, any other one `code_used`.',
    'Refusals have no `details` but `retryAfterSeconds`: they would be facts about the user.',
    LANGUAGE,
  ].join('\n\n'),
  body: Strict({ code: CounterCode }),
  responses: { 201: { description: 'Redeemed.', body: CounterRedemption } },
  errors: [...CODE_REFUSALS, ...CODE_REDEMPTION_REFUSALS],
})

export const listCounterRedemptions = defineRoute({
  id: 'listCounterRedemptions',
  method: 'GET',
  path: '/counter/redemptions',
  summary: 'List the last 10 redemptions of this device',
  description: LANGUAGE,
  responses: {
    200: {
      description: 'The redemptions, newest first.',
      body: Type.Object({ items: Type.Array(CounterRedemption) }),
    },
  },
})
