import { SDK_CODES, serviceCodes } from './sdk-error-codes.ts'
import {
  eventFixtures,
  type SdkField,
  type SdkRecord,
  type SdkType,
  sdkEvents,
  sdkRecords,
} from './sdk-schemas.ts'

const HEADER = '# Generated from the contract by `npm run generate`. Do not edit.'
const MAX_LINE_LENGTH = 110

const IMPORTS = `from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Dict, Literal, Optional, Type, TypedDict, Union`

/** Calls take the parts of all other inputs as parameters. */
const isQuery = ({ name }: SdkRecord) => name.endsWith('Query')

const FOLDER = 'sdk/python/counterfoil'

/** The generated files of the SDK for Python, by their paths. */
export function pythonFiles(): Record<string, string> {
  return {
    [`${FOLDER}/records.py`]: renderRecords(),
    [`${FOLDER}/error_codes.py`]: renderErrorCodes(),
    [`${FOLDER}/remedies.py`]: renderRemedies(),
    [`${FOLDER}/fixtures.py`]: renderFixtures(),
  }
}

/** What calls return, the filters of lists, and the events. */
function renderRecords(): string {
  const records = sdkRecords()
  const classes = [
    ...records.filter(({ isInput }) => !isInput).map(dataclass),
    ...records.filter(isQuery).map(typedDict),
  ]
  return `${[`${HEADER}\n${IMPORTS}\n\n${enums(records)}`, ...classes, eventTypes()].join('\n\n\n')}\n`
}

/** One line for each list of values that has a name. */
function enums(records: SdkRecord[]): string {
  const types = records.flatMap(({ fields }) => fields.map(({ type }) => type))
  const items = types.map((type) => (type.kind === 'list' ? type.items : type))
  const lines = items.flatMap((type) =>
    type.kind === 'enum' && type.name !== null ? [`${type.name} = ${literal(type.values)}`] : [],
  )
  return [...new Set(lines)].sort().join('\n')
}

const literal = (values: readonly string[]) => `Literal[${values.map(text).join(', ')}]`

/** The codes as constants, so that editors complete them and a typing error is found. */
function renderErrorCodes(): string {
  const about =
    'The codes of ``CounterfoilError``: those of the service, and those of this package. New ones may be added.'
  const constants = [...serviceCodes(), ...SDK_CODES].map(({ code, meaning }) => {
    return `${commentOf(meaning)}    ${code.toUpperCase()} = ${text(code)}\n`
  })
  return `${HEADER}\n\n\nclass ErrorCode:\n    """${about}"""\n\n${constants.join('')}`
}

/** What to do about each error. */
function renderRemedies(): string {
  const entries = serviceCodes().map(({ code, remedy }) => `    ${text(code)}: ${text(remedy)},\n`)
  return `${HEADER}\nREMEDIES = {\n${entries.join('')}}\n`
}

/** One example of each event, as the service sends it. */
function renderFixtures(): string {
  const json = JSON.stringify(eventFixtures(), null, 4).replaceAll(/: null\b/g, ': None')
  const about = '#: One event of each type, as the service sends it.'
  return `${HEADER}\nfrom typing import Any, Dict\n\n${about}\nfixtures: Dict[str, Dict[str, Any]] = ${json}\n`
}

function dataclass({ name, doc, fields }: SdkRecord): string {
  // A field with a default comes after those without one.
  const sorted = [
    ...fields.filter((field) => !field.isOptional),
    ...fields.filter((field) => field.isOptional),
  ]
  return [
    '@dataclass(frozen=True)',
    `class ${name}:`,
    `    """${pythonDoc(doc)}"""`,
    '',
    ...sorted.map(dataclassField),
  ].join('\n')
}

function dataclassField(field: SdkField): string {
  const type = hint(field.type)
  const name = `${comment(field)}    ${pythonName(field.name)}`
  if (field.isOptional && type === 'bool') return `${name}: bool = False`
  if (field.isOptional) return `${name}: Optional[${type}] = None`
  return `${name}: ${field.isNullable ? `Optional[${type}]` : type}`
}

/** A filter may be a time, which the service takes as text. */
function typedDict({ name, doc, fields }: SdkRecord): string {
  const lines = fields.map((field) => {
    const type = field.type.kind === 'timestamp' ? 'Union[datetime, str]' : hint(field.type)
    return `${comment(field)}    ${pythonName(field.name)}: ${type}`
  })
  return [`class ${name}(TypedDict, total=False):`, `    """${pythonDoc(doc)}"""`, '', ...lines].join('\n')
}

function eventTypes(): string {
  const events = sdkEvents()
  return [
    `KnownEvent = Union[${events.map(({ name }) => name).join(', ')}]`,
    'EVENT_RECORDS: Dict[str, Type[KnownEvent]] = {',
    ...events.map(({ type, name }) => `    ${text(type)}: ${name},`),
    '}',
  ].join('\n')
}

function hint(type: SdkType): string {
  switch (type.kind) {
    case 'enum':
      return type.name ?? literal(type.values)
    case 'list':
      return `list[${hint(type.items)}]`
    case 'record':
      return type.name
    default:
      return PLAIN[type.kind]
  }
}

const PLAIN = {
  ...{ text: 'str', timestamp: 'datetime', integer: 'int', number: 'float', boolean: 'bool', json: 'Any' },
} as const

/** `from` is a keyword of Python. */
function pythonName(name: string): string {
  return name === 'from' ? 'from_' : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Names of fields as Python has them, and None for null. A name after a minus is the value of a sort. */
function pythonDoc(doc: string): string {
  return doc.replaceAll(/(?<![-\w])[a-z]+(?:[A-Z][a-z]+)+\b/g, pythonName).replaceAll(/\b[Nn]ull\b/g, 'None')
}

const comment = ({ doc }: SdkField) => (doc === '' ? '' : commentOf(doc))

function commentOf(doc: string): string {
  const lines = ['']
  for (const word of pythonDoc(doc).split(' ')) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length > MAX_LINE_LENGTH) lines.push(` ${word}`)
    else lines[lines.length - 1] = line
  }
  return lines.map((line) => `    #:${line}\n`).join('')
}

const text = (value: string) => JSON.stringify(value)
