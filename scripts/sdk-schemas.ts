import type { EventType } from '@counterfoil/contract/events.ts'
import { toSentence } from '@counterfoil/contract/openapi/components.ts'
import { exampleOf, type JsonSchema } from '@counterfoil/contract/shapes/example.ts'
import { Timestamp, Uuid } from '@counterfoil/contract/shapes/fields.ts'
import { ENUM_NAMES, eventSchemas, INPUTS, OUTPUTS, type Schema } from './sdk-named-schemas.ts'

/** What the SDKs for Python, Go and Java are generated from: the contract as records with typed fields. */

export type SdkType =
  /** `json` is any JSON value, for example a key that is PEM text or a JWK. */
  | { kind: 'text' | 'timestamp' | 'integer' | 'number' | 'boolean' | 'json' }
  /** Values may be added. `name` is the same for the same values; null for a list that needs no type of its own. */
  | { kind: 'enum'; name: string | null; values: string[] }
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

/** Every record of the SDKs, sorted by name. An object inside a record is a record of its own. */
export function sdkRecords(): SdkRecord[] {
  const records = new Map<string, SdkRecord>()
  const names = new Map<Schema, string>()
  const add = (name: string, schema: Schema, doc: string) => {
    const known = names.get(schema)
    if (known !== undefined) return known
    names.set(schema, name)
    const { properties = {}, required = [] } = schema
    const fields = Object.entries(properties).map(([field, inner]) => ({
      name: field,
      doc: docOf(inner),
      type: typeOf(inner, { owner: name, field }, add),
      isOptional: !required.includes(field),
      isNullable: acceptsNull(inner),
    }))
    records.set(name, { name, doc, isInput: name in INPUTS, fields })
    return name
  }
  for (const [name, { schema, doc }] of Object.entries({ ...INPUTS, ...OUTPUTS })) {
    add(name, schema as Schema, [doc, docOf(schema as Schema)].filter(Boolean).join(' '))
  }
  return [...records.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

type Place = { owner: string; field: string }
/** Returns the name of the record. It differs from `name` if another record has the same part. */
type AddRecord = (name: string, schema: Schema, doc: string) => string

function typeOf(schema: Schema, place: Place, add: AddRecord): SdkType {
  if (schema.anyOf) {
    const [only, ...others] = schema.anyOf.filter(({ type }) => type !== 'null')
    return only && others.length === 0 ? typeOf(only, place, add) : { kind: 'json' }
  }
  if (typeof schema.const === 'string') return enumOf([schema.const])
  if (schema.enum) return enumOf(schema.enum)
  const [type = 'json'] = [schema.type ?? []].flat()
  if (type === 'array') {
    const item = { ...place, field: place.field.replace(/s$/, '') }
    return { kind: 'list', items: typeOf(schema.items ?? {}, item, add) }
  }
  if (type === 'object' && schema.properties) return { kind: 'record', name: recordName(schema, place, add) }
  return { kind: PLAIN[schema.format ?? ''] ?? PLAIN[type] ?? 'json' }
}

function enumOf(options: unknown[]): SdkType {
  const values = options.filter((value) => typeof value === 'string')
  return { kind: 'enum', name: ENUM_NAMES[values.join(' ')] ?? null, values }
}

/** An object without a title is named for the field that holds it. */
function recordName(schema: Schema, { owner, field }: Place, add: AddRecord): string {
  const { title } = schema
  if (title === undefined) {
    const name = owner + field.charAt(0).toUpperCase() + field.slice(1)
    return add(name, schema, `A part of ${owner}.`)
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
