import { CODE_REFUSALS, CounterCode } from '../counter/counter.ts'
import { routesOf } from '../define-route.ts'
import { CODE_REDEMPTION_REFUSALS, REDEMPTION_REFUSALS } from '../errors.ts'
import { Like, Nullable, OneOf, Optionals, Slug, Text, Timestamp } from '../shapes/fields.ts'
import { MerchantId, OutletId, RedemptionId, VoucherId } from '../shapes/ids.ts'
import { Redemption } from '../shapes/redemption.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { externalUserId, personalFields } from '../shapes/user.ts'

const defineRoute = routesOf('integration', 'Sandbox')

/** Errors of every route here: live partners are refused. */
const errors = ['live_mode'] as const

export const TestInfo = Type.Object(
  {
    slug: Like(Slug, { examples: ['acme-pay-test'] }),
    liveSlug: Like(Nullable(Slug), {
      description: 'The slug of the live partner. Null if the test partner is not a twin.',
      examples: ['acme-pay'],
    }),
    issuer: Type.String({
      description: 'The `iss` that tokens of this test partner must have.',
      examples: ['counterfoil-test:acme-pay-test'],
    }),
    now: Like(Timestamp, { description: 'The current time of the sandbox.' }),
    webhookUrl: Nullable(
      Type.String({
        description: 'Where events are sent. Null: events are only in the feed.',
        examples: ['https://api.acme.example/hooks/counterfoil'],
      }),
    ),
    jwksUrl: Nullable(
      Type.String({
        description: 'Where your public keys are fetched. Null: only registered keys and ours are accepted.',
        examples: ['https://id.acme.example/.well-known/jwks.json'],
      }),
    ),
  },
  { title: 'TestInfo' },
)

export const getTestInfo = defineRoute({
  id: 'getTestInfo',
  method: 'GET',
  path: '/integrations/test',
  summary: 'Get the settings of the sandbox',
  responses: { 200: { description: 'The settings.', body: TestInfo } },
  errors,
})

export const mintTestToken = defineRoute({
  id: 'mintTestToken',
  method: 'POST',
  path: '/integrations/test/tokens',
  summary: 'Mint a user token',
  description:
    'Returns a token for the consumer routes and the webview. It is signed with our key, which only this test ' +
    'partner accepts, so you can start without your own keys.',
  body: Strict({
    externalUserId,
    ...Optionals({ email: personalFields.email, displayName: personalFields.displayName }),
    expiresInSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400, default: 3600 })),
  }),
  responses: {
    201: {
      description: 'The token.',
      body: Type.Object({
        token: Type.String({ examples: ['eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyLTQyIn0.c2ln'] }),
        expiresAt: Like(Timestamp, { description: 'In real time, not by the clock of the sandbox.' }),
      }),
    },
  },
  errors,
})

export const TestClock = Type.Object(
  {
    now: Like(Timestamp, { description: 'The current time of the sandbox.' }),
    realTime: Like(Timestamp, { description: 'The real time, which tokens and signatures follow.' }),
  },
  { title: 'TestClock' },
)

export const ClockChange = Type.Object(
  {
    now: Type.Optional(Like(Timestamp, { description: 'an ISO 8601 date-time: sets the clock' })),
    advance: Type.Optional(
      Text(50, {
        description: 'an ISO 8601 duration by which the clock moves, such as P1M, P1W or PT90M',
        examples: ['P1M'],
      }),
    ),
    reset: Type.Optional(Type.Literal(true, { description: 'Back to the real time.' })),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    title: 'ClockChange',
    examples: [{ advance: 'P1M' }],
  },
)

export const getTestClock = defineRoute({
  id: 'getTestClock',
  method: 'GET',
  path: '/integrations/test/clock',
  summary: 'Get the clock',
  responses: { 200: { description: 'The clock.', body: TestClock } },
  errors,
})

export const setTestClock = defineRoute({
  id: 'setTestClock',
  method: 'PUT',
  path: '/integrations/test/clock',
  summary: 'Move the clock',
  description:
    'Validity, cycles, quotas, attempt limits and PIN locks of this partner’s users follow this clock, and so ' +
    'do the times in responses and events. Tokens, signatures and retries of deliveries use the real time. The ' +
    'clock keeps running. It cannot go back before your newest record (422 `clock_backwards`), nor more than ' +
    'two years ' +
    'ahead (400).',
  body: ClockChange,
  responses: { 200: { description: 'The clock after the change.', body: TestClock } },
  errors: [...errors, 'clock_backwards', 'rate_limited'],
})

export const createTestRedemption = defineRoute({
  id: 'createTestRedemption',
  method: 'POST',
  path: '/integrations/test/redemptions',
  summary: 'Redeem for a user, without phone, PIN or GPS',
  description: 'All rules except the PIN and the distance apply, and a success emits REDEMPTION_CREATED.',
  body: Strict({
    externalUserId,
    voucherId: VoucherId,
    outletId: Type.Optional(Like(OutletId, { description: 'a uuid; by default, an outlet of the voucher' })),
    outcome: Type.Optional(
      OneOf(['SUCCESS', 'FLAGGED'], {
        description:
          'FLAGGED redeems without a position. SUCCESS, the default, redeems at the position of the outlet.',
      }),
    ),
  }),
  responses: { 201: { description: 'Redeemed.', body: Redemption } },
  errors: [...errors, 'user_not_found', ...REDEMPTION_REFUSALS],
})

export const confirmTestCode = defineRoute({
  id: 'confirmTestCode',
  method: 'POST',
  path: '/integrations/test/counter',
  summary: 'Confirm a code, as a device of the outlet would',
  description:
    'Takes the text of the QR code or the six digits. The refusals and their order are those of the counter. No device ' +
    'is needed, and wrong digits are not counted.',
  body: Strict({ code: CounterCode }),
  responses: { 201: { description: 'Redeemed.', body: Redemption } },
  errors: [...errors, ...CODE_REFUSALS, ...CODE_REDEMPTION_REFUSALS],
})

export const voidTestRedemption = defineRoute({
  id: 'voidTestRedemption',
  method: 'POST',
  path: '/integrations/test/void',
  summary: 'Void a redemption',
  description: 'Without this route, only staff can void a redemption. Emits REDEMPTION_VOIDED once.',
  body: Strict({
    redemptionId: RedemptionId,
    reason: Type.Optional(Text(500, { examples: ['Twice by mistake.'] })),
  }),
  responses: {
    200: {
      description: 'Voided.',
      body: Type.Object({
        redemptionId: RedemptionId,
        voidedAt: Timestamp,
        reason: Type.String({ examples: ['Twice by mistake.'] }),
      }),
    },
  },
  errors: [...errors, 'not_found'],
})

export const publishTestVoucher = defineRoute({
  id: 'publishTestVoucher',
  method: 'POST',
  path: '/integrations/test/publish',
  summary: 'Publish a new voucher',
  description:
    'Creates an INSTANT voucher of a merchant of the sandbox and publishes it. Emits VOUCHER_PUBLISHED for every user who ' +
    'has the merchant among their favorites.',
  body: Strict({
    merchantId: MerchantId,
    title: Type.Optional(Text(200, { examples: ['New in the sandbox'] })),
  }),
  responses: {
    201: {
      description: 'Published.',
      body: Type.Object({
        voucherId: VoucherId,
        eventsEnqueued: Type.Integer({ description: 'The number of events.', examples: [1] }),
      }),
    },
  },
  errors: [...errors, 'merchant_not_found'],
})

export const DeliveryTest = Type.Object(
  {
    failNext: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description:
          'How many of the next attempts fail. Your endpoint is not called for them. 0 ends the simulation.',
        examples: [3],
      }),
    ),
    status: Type.Optional(
      Type.Integer({
        minimum: 300,
        maximum: 599,
        default: 500,
        description: 'The status with which they fail. With 410, deliveries are paused.',
      }),
    ),
    retryNow: Type.Optional(
      Type.Literal(true, { description: 'Deliveries that wait for their next attempt are sent now.' }),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    dependentRequired: { status: ['failNext'] },
    title: 'DeliveryTest',
  },
)

export const DeliveryTestResult = Type.Object(
  {
    failing: Type.Integer({ description: 'How many attempts are still going to fail.', examples: [3] }),
    retried: Type.Integer({ description: 'How many deliveries are sent now.', examples: [0] }),
  },
  { title: 'DeliveryTestResult' },
)

export const testDeliveries = defineRoute({
  id: 'testDeliveries',
  method: 'POST',
  path: '/integrations/test/deliveries',
  summary: 'Let deliveries fail, or retry them now',
  body: DeliveryTest,
  responses: { 200: { description: 'Done.', body: DeliveryTestResult } },
  errors,
})

export const resetSandbox = defineRoute({
  id: 'resetSandbox',
  method: 'POST',
  path: '/integrations/test/reset',
  summary: 'Start again',
  description:
    'Deletes users, claims, favorites, redemptions and events of this test partner, restores every scenario, ' +
    'and sets the clock to the real time. Requests in flight finish first. Resets and changes of the clock run ' +
    'one after the ' +
    'other; a sixth at the same time answers 429 `rate_limited`.',
  responses: { 204: { description: 'Empty again.', body: null } },
  errors: [...errors, 'rate_limited'],
})

export const TestScenario = Type.Object(
  {
    scenario: Type.String({ description: 'The slug of its merchant.', examples: ['succeeds'] }),
    result: Type.String({
      description: 'The response to redeeming its voucher.',
      examples: ['201 SUCCESS'],
    }),
    merchantId: MerchantId,
    outletId: OutletId,
    voucherId: VoucherId,
    pin: Type.String({ examples: ['0000'] }),
    consumerLat: Type.Number({ examples: [3.1579] }),
    consumerLng: Type.Number({ examples: [101.7116] }),
  },
  { title: 'TestScenario' },
)

export const listScenarios = defineRoute({
  id: 'listScenarios',
  method: 'GET',
  path: '/integrations/test/scenarios',
  summary: 'List the scenarios',
  description:
    'Lists merchants and vouchers that are named for what they do. Their ids stay the same after a reset.',
  responses: {
    200: { description: 'All scenarios.', body: Type.Object({ items: Type.Array(TestScenario) }) },
  },
  errors,
})
