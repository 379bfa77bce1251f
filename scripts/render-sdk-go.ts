import { readFileSync } from 'node:fs'
import { type GoLine, goComment, goLines, goName, goString } from './go-source.ts'
import { SDK_CODES, serviceCodes } from './sdk-error-codes.ts'
import {
  eventFixtures,
  type SdkField,
  type SdkRecord,
  type SdkType,
  sdkEvents,
  sdkRecords,
} from './sdk-schemas.ts'

const HEADER = '// Code generated from the contract by `npm run generate`. DO NOT EDIT.\n'

const MODULE: string = JSON.parse(readFileSync('sdk/names.json', 'utf8')).goModule
const EVENTS = sdkEvents()

/** Records with a shorter name in Go. An event is one struct, so that the record of its data has the event's name. */
const GO_NAMES: Record<string, string> = {
  UserUpsert: 'User',
  UserUpsertResult: 'UpsertedUser',
  ...Object.fromEntries(EVENTS.map(({ name, dataName }) => [dataName, name])),
}
const nameOf = (name: string) => GO_NAMES[name] ?? name

/** The generated files of sdk/go, by their path. */
export function renderSdkGo(): Record<string, string> {
  return {
    'sdk/go/records.go': renderRecords(),
    'sdk/go/enums.go': renderEnums(),
    'sdk/go/event_types.go': renderEventTypes(),
    'sdk/go/error_codes.go': renderErrorCodes(),
    'sdk/go/counterfoiltest/fixtures.go': renderFixtures(),
  }
}

function renderRecords(): string {
  const records = sdkRecords().filter(({ name }) => !EVENTS.some((event) => event.name === name))
  const imports = '\nimport (\n\t"encoding/json"\n\t"time"\n)\n'
  return `${HEADER}\npackage counterfoil\n${imports}${records.map(struct).join('')}`
}

function struct(record: SdkRecord): string {
  const lines = record.fields.map((field) => ({
    doc: field.doc,
    columns: [goName(field.name), fieldType(field, record.isInput), jsonTag(field, record.isInput)],
  }))
  return `\n${goComment(recordDoc(record))}type ${nameOf(record.name)} struct {\n${goLines(lines)}}\n`
}

function recordDoc({ name, doc }: SdkRecord): string {
  const event = EVENTS.find(({ dataName }) => dataName === name)
  const summary = sdkRecords().find((record) => record.name === event?.name)?.doc
  if (event && summary) return `${event.name} is the data of ${event.type}: ${lowerFirst(summary)}`
  return `${nameOf(name)} is ${lowerFirst(doc)}`
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Absent and null are nil, or an empty text: the service never sends or takes one where the text may be missing. */
function fieldType({ type, isOptional, isNullable }: SdkField, isInput: boolean): string {
  const plain = goType(type)
  if (isInput && isOptional && isNullable) return '*Text'
  const isText = type.kind === 'text' || type.kind === 'enum'
  const hasZero = isText || type.kind === 'list' || type.kind === 'json'
  return (isOptional || isNullable) && !hasZero ? `*${plain}` : plain
}

function jsonTag({ name, isOptional }: SdkField, isInput: boolean): string {
  return `\`json:"${name}${isInput && isOptional ? ',omitempty' : ''}"\``
}

const PLAIN = {
  text: 'string',
  timestamp: 'time.Time',
  integer: 'int',
  number: 'float64',
  boolean: 'bool',
  json: 'json.RawMessage',
}

function goType(type: SdkType): string {
  if (type.kind === 'enum') return type.name ?? 'string'
  if (type.kind === 'list') return `[]${goType(type.items)}`
  return type.kind === 'record' ? nameOf(type.name) : PLAIN[type.kind]
}

function renderEnums(): string {
  const enums = new Map<string, string[]>()
  const collect = (type: SdkType) => {
    if (type.kind === 'list') collect(type.items)
    if (type.kind === 'enum' && type.name !== null) enums.set(type.name, type.values)
  }
  for (const { fields } of sdkRecords()) for (const { type } of fields) collect(type)
  const blocks = [...enums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, values]) => constants(name, values))
  return `${HEADER}\npackage counterfoil\n${blocks.join('')}`
}

function constants(name: string, values: string[]): string {
  const lines: GoLine[] = values.map((value) => ({
    doc: '',
    columns: [name + goName(value), name, `= ${goString(value)}`],
  }))
  const doc = `${name} is one of these values. New ones may be added.`
  return `\n${goComment(doc)}type ${name} string\n\n// The known values of ${name}.\nconst (\n${goLines(lines)})\n`
}

function renderEventTypes(): string {
  const methods = EVENTS.map(({ name }) => `func (${name}) isEventData() {}\n\n`)
  const decoded = EVENTS.map(
    ({ type, name }) => `\tcase EventType${goName(type)}:\n\t\treturn decodeData[${name}](raw)\n`,
  )
  const handlers: GoLine[] = EVENTS.map(({ name }) => ({
    doc: '',
    columns: [name, `func(ctx context.Context, event Event, data ${name}) error`],
  }))
  const special: GoLine[] = [
    {
      doc: 'Sample gets samples, which describe no real event. No other function gets them.',
      columns: ['Sample', 'HandleFunc'],
    },
    {
      doc: 'Unknown gets events of a type that this version of the SDK does not know.',
      columns: ['Unknown', 'HandleFunc'],
    },
  ]
  const dispatched = EVENTS.map(
    ({ name }) =>
      `\tcase ${name}:\n\t\tif h.${name} != nil {\n\t\t\treturn h.${name}(ctx, event, data)\n\t\t}\n`,
  )
  return `${HEADER}
package counterfoil

import (
	"context"
	"encoding/json"
)

${methods.join('')}func dataOf(eventType EventType, raw json.RawMessage) (EventData, error) {
	switch eventType {
${decoded.join('')}	}
	return UnknownData{raw}, nil
}

// Handlers has one function for each type of event. Events without a function are ignored.
type Handlers struct {
${goLines([...handlers, ...special])}}

// Handle passes an event to the function of its type.
func (h Handlers) Handle(ctx context.Context, event Event) error {
	if event.Test {
		return callIfSet(ctx, h.Sample, event)
	}
	switch data := event.Data.(type) {
${dispatched.join('')}	case UnknownData:
		return callIfSet(ctx, h.Unknown, event)
	}
	return nil
}
`
}

const SDK_REMEDIES: Record<string, string> = {
  connection_failed: 'Check the base URL and your connection. errors.Unwrap returns what failed.',
  timeout: 'Send the same request again, or raise Client.HTTP.Timeout.',
  unexpected_response: 'Check the base URL: a proxy or another server has responded.',
}

function renderErrorCodes(): string {
  const own = SDK_CODES.map(({ code, meaning }) => ({ code, meaning, remedy: SDK_REMEDIES[code] ?? '' }))
  const codes = [...serviceCodes(), ...own]
  const lines = codes.map(({ code, meaning }) => ({
    doc: meaning,
    columns: [`Code${goName(code)}`, 'ErrorCode', `= ${goString(code)}`],
  }))
  const remedies = codes.map(
    ({ code, remedy }) => `\tcase Code${goName(code)}:\n\t\treturn ${goString(remedy)}\n`,
  )
  return `${HEADER}
package counterfoil

// ErrorCode is a code of the service or of the SDK itself. New ones may be added.
type ErrorCode string

// The codes that this version of the SDK knows.
const (
${goLines(lines)})

// remedyOf returns what to do about an error; empty for a code that this version of the SDK does not know.
func remedyOf(code ErrorCode) string {
	switch code {
${remedies.join('')}	}
	return ""
}
`
}

function renderFixtures(): string {
  const cases = EVENTS.map(({ type }) => {
    const json = JSON.stringify(eventFixtures()[type], null, 2)
    return `\tcase counterfoil.EventType${goName(type)}:\n\t\treturn \`${json}\`\n`
  })
  return `${HEADER}
package counterfoiltest

import "${MODULE}"

// fixtureJSON is an event as the service sends it.
func fixtureJSON(eventType counterfoil.EventType) string {
	switch eventType {
${cases.join('')}	}
	return ""
}
`
}
