import { ALERT_KINDS, listAlerts } from '@counterfoil/contract/admin/alerts.ts'
import { listDeliveries } from '@counterfoil/contract/admin/deliveries.ts'
import { DeliveryHealth } from '@counterfoil/contract/admin/delivery-health.ts'
import { Deployment } from '@counterfoil/contract/admin/deployments.ts'
import { Partner } from '@counterfoil/contract/admin/partners.ts'
import { listRedemptions } from '@counterfoil/contract/admin/redemptions.ts'
import { listRequests } from '@counterfoil/contract/admin/requests.ts'
import { CreatedTwin } from '@counterfoil/contract/admin/sandbox.ts'
import { RowCount } from '@counterfoil/contract/admin/shapes.ts'
import { getUser, listUsers } from '@counterfoil/contract/admin/users.ts'
import {
  DeliverNowResult,
  Replay,
  ReplayRequest,
  WebhookTestResult,
} from '@counterfoil/contract/admin/webhooks.ts'
import { Issue } from '@counterfoil/contract/error-body.ts'
import { EVENT_TYPES, WebhookEvent } from '@counterfoil/contract/events.ts'
import {
  listPartnerMerchants,
  UserUpsert,
  upsertUser,
} from '@counterfoil/contract/integration/partner-backend.ts'
import {
  createTestRedemption,
  DeliveryTest,
  DeliveryTestResult,
  mintTestToken,
  publishTestVoucher,
  TestClock,
  TestInfo,
  TestScenario,
  voidTestRedemption,
} from '@counterfoil/contract/integration/sandbox.ts'
import { WalletEntry } from '@counterfoil/contract/shapes/claim.ts'
import type { JsonSchema } from '@counterfoil/contract/shapes/example.ts'
import { FavoriteMerchant } from '@counterfoil/contract/shapes/favorite.ts'
import { Redemption } from '@counterfoil/contract/shapes/redemption.ts'
import { RedemptionValue } from '@counterfoil/contract/shapes/redemption-value.ts'

export type Schema = JsonSchema & { required?: string[]; format?: string }
type Route = { query?: unknown; body?: unknown; responses: Record<number, { body: unknown }> }

const responseOf = ({ responses }: Route) => Object.values(responses).at(-1)?.body as Schema
const itemOf = (route: Route) => responseOf(route).properties?.items?.items as Schema

/** Without `partnerId`, since an SDK calls for one partner, and without `q`, which is a parameter of its own. */
function queryOf({ query }: Route): Schema {
  const { partnerId: _, q: __, ...properties } = (query as Schema).properties ?? {}
  return { ...(query as Schema), properties }
}

type Named = { schema: unknown; doc: string }

/** The records that calls take. The description in the contract follows `doc`. */
export const INPUTS: Record<string, Named> = {
  UserUpsert: { schema: UserUpsert, doc: 'A user to create or update.' },
  UserQuery: { schema: queryOf(listUsers), doc: 'The filters of a search for users.' },
  RedemptionQuery: { schema: queryOf(listRedemptions), doc: 'The filters of a list of redemptions.' },
  DeliveryQuery: { schema: queryOf(listDeliveries), doc: 'The filters of a list of deliveries.' },
  RequestQuery: { schema: queryOf(listRequests), doc: 'The filters of a list of requests.' },
  ReplayRequest: { schema: ReplayRequest, doc: 'The events to send again.' },
  TestTokenRequest: { schema: mintTestToken.body, doc: 'The user of a token for the sandbox.' },
  TestRedemption: { schema: createTestRedemption.body, doc: 'A redemption in the sandbox.' },
  DeliveryTest: { schema: DeliveryTest, doc: 'What happens to the next deliveries of the sandbox.' },
}

/** The records that calls return. */
export const OUTPUTS: Record<string, Named> = {
  UserUpsertResult: {
    schema: responseOf(upsertUser),
    doc: 'The id of the user, and whether the user is new.',
  },
  Issue: { schema: Issue, doc: 'One invalid part of a request.' },
  PartnerMerchant: {
    schema: itemOf(listPartnerMerchants),
    doc: 'A merchant in your scope with its outlets.',
  },
  AdminUser: { schema: itemOf(listUsers), doc: 'A user, as your support desk sees it.' },
  AdminUserWithActivity: { schema: responseOf(getUser), doc: 'A user with what the user did.' },
  WalletEntry: { schema: WalletEntry, doc: 'A voucher in the wallet of a user.' },
  FavoriteMerchant: { schema: FavoriteMerchant, doc: 'A merchant that a user follows.' },
  Redemption: { schema: Redemption, doc: 'A voucher that a user has used at an outlet.' },
  AdminRedemption: { schema: itemOf(listRedemptions), doc: 'A redemption, as your support desk sees it.' },
  RedemptionValue: { schema: RedemptionValue, doc: 'An amount of money.' },
  Delivery: { schema: itemOf(listDeliveries), doc: 'An event on its way to your webhook.' },
  AdminRequest: { schema: itemOf(listRequests), doc: 'A request of your backend or of one of your users.' },
  RowCount: { schema: RowCount, doc: '' },
  Alert: { schema: itemOf(listAlerts), doc: 'A current problem.' },
  DeliveryHealth: { schema: DeliveryHealth, doc: 'The state of your endpoint.' },
  Partner: { schema: Partner, doc: 'Your partner record.' },
  CreatedTwin: {
    // A repeated call returns the twin without them.
    schema: { ...CreatedTwin, required: (Partner as Schema).required },
    doc: 'Your test twin. `secret` and `apiKey` are present only if it was created now.',
  },
  Deployment: { schema: Deployment, doc: 'A deployment of your backend.' },
  DeliverNowResult: { schema: DeliverNowResult, doc: 'The deliveries that are sent now.' },
  Replay: { schema: Replay, doc: '' },
  WebhookTestResult: { schema: WebhookTestResult, doc: 'The response of your endpoint to a sample.' },
  TestInfo: { schema: TestInfo, doc: 'Your test twin and its settings.' },
  TestToken: { schema: responseOf(mintTestToken), doc: 'A user token for the sandbox.' },
  TestScenario: { schema: TestScenario, doc: 'A merchant and a voucher that are named for what they do.' },
  VoidedRedemption: { schema: responseOf(voidTestRedemption), doc: 'A redemption that was voided.' },
  PublishedVoucher: { schema: responseOf(publishTestVoucher), doc: 'A voucher that was published.' },
  DeliveryTestResult: { schema: DeliveryTestResult, doc: 'What happens to the deliveries of the sandbox.' },
  TestClock: { schema: TestClock, doc: 'The clock of the sandbox.' },
  ClaimCreated: { schema: eventSchema('ClaimCreated'), doc: 'A user claimed a voucher.' },
  RedemptionCreated: { schema: eventSchema('RedemptionCreated'), doc: 'A user redeemed a voucher.' },
  RedemptionVoided: { schema: eventSchema('RedemptionVoided'), doc: 'The back office voided a redemption.' },
  VoucherPublished: {
    schema: eventSchema('VoucherPublished'),
    doc: 'A merchant that the user follows published a voucher.',
  },
}

/** The sort orders of queries and the constant type of an event have no name. */
export const ENUM_NAMES: Record<string, string> = {
  [EVENT_TYPES.join(' ')]: 'EventType',
  'SUCCESS FLAGGED': 'RedemptionStatus',
  'outlet_not_geolocated gps_unavailable': 'FlagReason',
  'PIN QR TEST': 'RedemptionMethod',
  'ACCEPTED REJECTED': 'ReviewOutcome',
  'FREE_ITEM PERCENT FIXED BOGO': 'ValueType',
  'PENDING DELIVERED FAILED': 'DeliveryState',
  'PENDING DELIVERED FAILED UNDELIVERED': 'DeliveryFilter',
  'OK FAILING PAUSED OFF': 'EndpointState',
  'GONE EXHAUSTED': 'PauseReason',
  'undelivered failed all': 'ReplaySelection',
  'live test': 'PartnerMode',
  'integration consumer': 'RequestSurface',
  'outlet voucher partner staff': 'AlertSubjectType',
  [ALERT_KINDS.join(' ')]: 'AlertKind',
}

export function eventSchemas(): Schema[] {
  return (WebhookEvent as Schema).anyOf ?? []
}

function eventSchema(title: string): Schema | undefined {
  return eventSchemas().find((schema) => schema.title === title)
}
