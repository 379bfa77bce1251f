import { listAlerts } from '@counterfoil/contract/admin/alerts.ts'
import { listDeliveries } from '@counterfoil/contract/admin/deliveries.ts'
import { Deployment } from '@counterfoil/contract/admin/deployments.ts'
import { listPartners, Partner, PartnerSecret } from '@counterfoil/contract/admin/partners.ts'
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
import { FoundInCatalog } from '@counterfoil/contract/consumer/search.ts'
import { errorsOf } from '@counterfoil/contract/define-route.ts'
import { Issue } from '@counterfoil/contract/error-body.ts'
import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'
import { EVENT_TYPES, WebhookEvent } from '@counterfoil/contract/events.ts'
import {
  listPartnerMerchants,
  UserUpsert,
  upsertUser,
} from '@counterfoil/contract/integration/partner-backend.ts'
import {
  ClockChange,
  createTestRedemption,
  DeliveryTest,
  DeliveryTestResult,
  mintTestToken,
  TestClock,
  TestInfo,
  TestScenario,
} from '@counterfoil/contract/integration/sandbox.ts'
import { partnerRoutes } from '@counterfoil/contract/openapi/openapi.ts'
import { REMEDIES } from '@counterfoil/contract/remedies.ts'
import { ROUTES } from '@counterfoil/contract/routes.ts'
import type { JsonSchema } from '@counterfoil/contract/shapes/example.ts'
import { Home } from '@counterfoil/contract/shapes/home.ts'
import { Redemption } from '@counterfoil/contract/shapes/redemption.ts'
import { MerchantScreen, VoucherScreen } from '@counterfoil/contract/shapes/screens.ts'
import { Wallet } from '@counterfoil/contract/shapes/wallet.ts'
import { docOf, eventFixtures } from './sdk-schemas.ts'

type Schema = JsonSchema & { required?: string[] | undefined }

const HEADER = '// Generated from the contract by `npm run generate`. Do not edit.'

/** Schemas of the contract without a title, under the name that the SDK gives them. */
const NAMED: Record<string, Schema> = {
  UserUpsertResult: { anyOf: Object.values(upsertUser.responses).map(({ body }) => body as Schema) },
  UserQuery: listUsers.query as Schema,
  TestTokenRequest: mintTestToken.body as Schema,
  TestToken: mintTestToken.responses[201].body as Schema,
  TestRedemption: createTestRedemption.body as Schema,
  RedemptionQuery: listRedemptions.query as Schema,
  DeliveryQuery: listDeliveries.query as Schema,
  RequestQuery: listRequests.query as Schema,
}

const ROOTS: unknown[] = [
  UserUpsert,
  WebhookEvent,
  Issue,
  Partner,
  PartnerSecret,
  CreatedTwin,
  DeliverNowResult,
  Deployment,
  Replay,
  ReplayRequest,
  WebhookTestResult,
  TestInfo,
  TestClock,
  ClockChange,
  DeliveryTest,
  DeliveryTestResult,
  TestScenario,
  Redemption,
  FoundInCatalog,
  Home,
  MerchantScreen,
  VoucherScreen,
  Wallet,
  RowCount,
  getUser.responses[200].body,
  ...[
    listUsers,
    listRedemptions,
    listDeliveries,
    listPartners,
    listRequests,
    listAlerts,
    listPartnerMerchants,
  ].map(({ responses }) => (responses[200].body as Schema).properties?.items?.items),
]

/** The types of the SDK. It is published without the contract, so they are copied into it. */
export function renderSdkTypes(): string {
  const declarations = new Map<string, string>()
  const typeOf = (schema: Schema): string => {
    if (schema.title === undefined) return shapeOf(schema, typeOf)
    if (!declarations.has(schema.title)) {
      declarations.set(schema.title, '')
      declarations.set(schema.title, declare(schema.title, schema, typeOf))
    }
    return schema.title
  }
  for (const root of ROOTS) typeOf(root as Schema)
  for (const [title, schema] of Object.entries(NAMED)) typeOf({ ...schema, title })
  const sorted = [...declarations].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  const codes = Object.keys(ERRORS).map((code) => `  | '${code}'\n`)
  const errorCode = `/** Every code that the service knows today. New ones may be added. */\nexport type KnownErrorCode =\n${codes.join('')}`
  const eventTypes = `export const EVENT_TYPES = [${EVENT_TYPES.map((type) => `'${type}'`).join(', ')}] as const\n`
  return [HEADER, ...sorted, eventTypes, errorCode].join('\n')
}

/** One example of each event, for the unit tests of partners. */
export function renderSdkFixtures(): string {
  const fixtures = JSON.stringify(eventFixtures(), null, 2)
  const type = '{ [T in WebhookEvent as T["type"]]: T }'
  return [
    HEADER,
    "import type { WebhookEvent } from './contract-types.ts'\n",
    `export const EVENT_FIXTURES: ${type} = ${fixtures}\n`,
  ].join('\n')
}

/** The errors that a partner can get, each with what to do about it. The framework can refuse any request, too. */
export function partnerRemedies(): Record<string, string> {
  const codes = new Set<ErrorCode>([...FRAMEWORK_ERRORS, ...partnerRoutes(ROUTES).flatMap(errorsOf)])
  return Object.fromEntries(Object.entries(REMEDIES).filter(([code]) => codes.has(code as ErrorCode)))
}

const FRAMEWORK_ERRORS: ErrorCode[] = ['not_found', 'request_timeout', 'uri_too_long', 'headers_too_large']

/** The remedies, for the errors of the SDK. */
export function renderSdkRemedies(): string {
  return [
    HEADER,
    `/** What to do about each error. */`,
    `export const REMEDIES: Record<string, string> = ${JSON.stringify(partnerRemedies(), null, 2)}\n`,
  ].join('\n')
}

type TypeOf = (schema: Schema) => string

function declare(title: string, schema: Schema, typeOf: TypeOf): string {
  return `${comment(schema, '')}export type ${title} = ${shapeOf(schema, typeOf)}\n`
}

function shapeOf(schema: Schema, typeOf: TypeOf): string {
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => plainType(type, schema, typeOf))
    .join(' | ')
}

function plainType(type: string, schema: Schema, typeOf: TypeOf): string {
  if (type === 'object') return objectType(schema, typeOf)
  if (type === 'array') return `Array<${schema.items ? typeOf(schema.items) : 'unknown'}>`
  return type === 'integer' ? 'number' : type
}

function objectType({ properties, required = [] }: Schema, typeOf: TypeOf): string {
  if (!properties) return 'Record<string, unknown>'
  const lines = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${comment(field, '  ')}  ${name}${mark}: ${indented(typeOf(field))}\n`
  })
  return `{\n${lines.join('')}}`
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ')
}

function comment(schema: Schema, indent: string): string {
  const doc = docOf(schema)
  return doc && `${indent}/** ${doc} */\n`
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
}
