import { listAlerts } from '@counterfoil/contract/admin/alerts.ts'
import { listDeliveries } from '@counterfoil/contract/admin/deliveries.ts'
import { DeliveryHealth } from '@counterfoil/contract/admin/delivery-health.ts'
import { Partner } from '@counterfoil/contract/admin/partners.ts'
import { listRedemptions } from '@counterfoil/contract/admin/redemptions.ts'
import { listRequests } from '@counterfoil/contract/admin/requests.ts'
import { getUser, listUsers } from '@counterfoil/contract/admin/users.ts'
import {
  DeliverNowResult,
  Replay,
  ReplayRequest,
  WebhookTestResult,
} from '@counterfoil/contract/admin/webhooks.ts'
import { Issue } from '@counterfoil/contract/error-body.ts'
import { type EventType, WebhookEvent } from '@counterfoil/contract/events.ts'
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
import { toSentence } from '@counterfoil/contract/openapi/components.ts'
import { WalletEntry } from '@counterfoil/contract/shapes/claim.ts'
import { exampleOf, type JsonSchema } from '@counterfoil/contract/shapes/example.ts'
import { FavoriteMerchant } from '@counterfoil/contract/shapes/favorite.ts'
import { Timestamp, Uuid } from '@counterfoil/contract/shapes/fields.ts'
import { Redemption } from '@counterfoil/contract/shapes/redemption.ts'
import { RedemptionValue } from '@counterfoil/contract/shapes/redemption-value.ts'

/** What the SDKs for Python, Go and Java are generated from: the contract as records with typed fields. */

export type SdkType =
  /** `json` is any JSON value, for example a key that is PEM text or a JWK. */
  | { kind: 'text' | 'timestamp' | 'integer' | 'number' | 'boolean' | 'json' }
  | { kind: 'enum'; values: string[] }
  | { kind: 'list'; items: SdkType }
  | { kind: 'record'; name: string }

export type SdkField = {
  /** As in JSON: camelCase. */
  name: string
  /** A sentence, or empty if the name says it all. */
  doc: string
  type: SdkType
  /** The field may be absent. */
  isOptional: boolean
  isNullable: boolean
}

export type SdkRecord = {
  /** PascalCase. */
  name: string
  /** One or more sentences. */
  doc: string
  /** Input is sent to the service as a body or a query. All other records come from the service. */
  isInput: boolean
  fields: SdkField[]
}

/** `name` is the record of the whole event, `dataName` that of its `data`. */
export type SdkEvent = { type: EventType; name: string; dataName: string }

type Schema = JsonSchema & { required?: string[]; format?: string }
type Route = { query?: unknown; body?: unknown; responses: Record<number, { body: unknown }> }

const responseOf = ({ responses }: Route) => Object.values(responses).at(-1)?.body as Schema
const itemOf = (route: Route) => responseOf(route).properties?.items?.items as Schema

/** Without `partnerId`, since an SDK calls for one partner, and without `q`, which is a parameter of its own. */
function queryOf({ query }: Route): Schema {
  const { partnerId: _, q: __, ...properties } = (query as Schema).properties ?? {}
  return { ...(query as Schema), properties }
}

type Named = { schema: unknown; doc: string }

/** The records that calls take. A description in the contract is kept in front of `doc`. */
const INPUTS: Record<string, Named> = {
  UserUpsert: { schema: UserUpsert, doc: 'A user to create or update.' },
  UserQuery: { schema: queryOf(listUsers), doc: 'Filters of a search for users.' },
  RedemptionQuery: { schema: queryOf(listRedemptions), doc: 'Filters of a list of redemptions.' },
  DeliveryQuery: { schema: queryOf(listDeliveries), doc: 'Filters of a list of deliveries.' },
  RequestQuery: { schema: queryOf(listRequests), doc: 'Filters of a list of requests.' },
  ReplayRequest: { schema: ReplayRequest, doc: 'The events to send again.' },
  TestTokenRequest: { schema: mintTestToken.body, doc: 'The user of a token for the sandbox.' },
  TestRedemption: { schema: createTestRedemption.body, doc: 'A redemption in the sandbox.' },
  DeliveryTest: { schema: DeliveryTest, doc: 'What happens to the next deliveries of the sandbox.' },
}

/** The records that calls return. */
const OUTPUTS: Record<string, Named> = {
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
  RedemptionValue: { schema: RedemptionValue, doc: '' },
  Delivery: { schema: itemOf(listDeliveries), doc: 'An event on its way to your webhook.' },
  AdminRequest: { schema: itemOf(listRequests), doc: 'A request of your backend or of one of your users.' },
  Alert: { schema: itemOf(listAlerts), doc: 'A current problem.' },
  DeliveryHealth: { schema: DeliveryHealth, doc: '' },
  Partner: { schema: Partner, doc: 'Your partner record.' },
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

/** Every record of the SDKs, sorted by name. An object inside a record is a record of its own. */
export function sdkRecords(): SdkRecord[] {
  const records = new Map<string, SdkRecord>()
  const add = (name: string, schema: Schema, doc: string) => {
    const { properties = {}, required = [] } = schema
    const fields = Object.entries(properties).map(([field, inner]) => ({
      name: field,
      doc: docOf(inner),
      type: typeOf(inner, { owner: name, field }, add),
      isOptional: !required.includes(field),
      isNullable: acceptsNull(inner),
    }))
    records.set(name, { name, doc, isInput: name in INPUTS, fields })
  }
  for (const [name, { schema, doc }] of Object.entries({ ...INPUTS, ...OUTPUTS })) {
    add(name, schema as Schema, [docOf(schema as Schema), doc].filter(Boolean).join(' '))
  }
  return [...records.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

type Place = { owner: string; field: string }
type AddRecord = (name: string, schema: Schema, doc: string) => void

function typeOf(schema: Schema, place: Place, add: AddRecord): SdkType {
  if (schema.anyOf) {
    const [only, ...others] = schema.anyOf.filter(({ type }) => type !== 'null')
    return only && others.length === 0 ? typeOf(only, place, add) : { kind: 'json' }
  }
  if (typeof schema.const === 'string') return { kind: 'enum', values: [schema.const] }
  if (schema.enum) return { kind: 'enum', values: schema.enum.filter((value) => typeof value === 'string') }
  const [type = 'json'] = [schema.type ?? []].flat()
  if (type === 'array') {
    const item = { ...place, field: place.field.replace(/s$/, '') }
    return { kind: 'list', items: typeOf(schema.items ?? {}, item, add) }
  }
  if (type === 'object' && schema.properties) return { kind: 'record', name: recordName(schema, place, add) }
  return { kind: PLAIN[schema.format ?? ''] ?? PLAIN[type] ?? 'json' }
}

/** An object without a title is named for the field that holds it. */
function recordName(schema: Schema, { owner, field }: Place, add: AddRecord): string {
  const { title } = schema
  if (title === undefined) {
    const name = owner + field.charAt(0).toUpperCase() + field.slice(1)
    add(name, schema, docOf(schema) || `The ${field} of ${owner}.`)
    return name
  }
  if (!(title in OUTPUTS)) throw new Error(`Add ${title} to OUTPUTS: another record has a field of this type`)
  return title
}

const PLAIN: Record<string, 'text' | 'timestamp' | 'integer' | 'number' | 'boolean'> = {
  'date-time': 'timestamp',
  string: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
}

function eventSchemas(): Schema[] {
  return (WebhookEvent as Schema).anyOf ?? []
}

function eventSchema(title: string): Schema | undefined {
  return eventSchemas().find((schema) => schema.title === title)
}

/** The events that a webhook can deliver, in the order of the contract. */
export function sdkEvents(): SdkEvent[] {
  return eventSchemas().map(({ title = '', properties }) => {
    return { type: properties?.type?.const as EventType, name: title, dataName: `${title}Data` }
  })
}

/** One example of each event, by its type, for the unit tests of partners. */
export function eventFixtures(): Record<string, Record<string, unknown>> {
  const examples = eventSchemas().map((schema) => {
    const { test: _, ...event } = exampleOf(schema) as Record<string, unknown>
    return [event.type, event]
  })
  return Object.fromEntries(examples)
}

/** The format of ids and times, which the name of the field already says. */
const SAID_BY_THE_NAME = [Uuid, Timestamp].map((schema: Schema) => schema.description)

/** The description as a sentence; empty if the name of the field says as much. */
export function docOf({ description }: JsonSchema): string {
  return description === undefined || SAID_BY_THE_NAME.includes(description) ? '' : toSentence(description)
}

function acceptsNull({ type, anyOf }: Schema): boolean {
  return [type].flat().includes('null') || (anyOf ?? []).some((branch) => branch.type === 'null')
}
