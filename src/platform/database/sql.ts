/** Builds SQL texts and their parameters from template strings. */
import { arrayLiteral } from './array-literal.ts'

/** A `${…}` in a statement: a value, which becomes a parameter, or a fragment of SQL. */
export type Parameter =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | readonly unknown[]
  | object

/** A piece of SQL with its parameters, made by a template or by one of the functions below. */
export class Fragment {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

/** A statement in the form that PostgreSQL receives: a text with `$1`, `$2`, … and their values as text or bytes. */
export type Rendered = { text: string; values: (string | Buffer | null)[] }

const plainTexts = new WeakMap<readonly string[], string>()

export function render(fragment: Fragment): Rendered {
  if (!fragment.values.some((value) => value instanceof Fragment)) {
    return { text: plainText(fragment.strings), values: fragment.values.map(wireValue) }
  }
  const values: Rendered['values'] = []
  return { text: renderNested(fragment, values), values }
}

/** Renders a text that already contains `$1`, `$2`, …. */
export function renderText(text: string, values: readonly unknown[]): Rendered {
  return { text, values: values.map(wireValue) }
}

/** Built once per template, because the text of a template without nested fragments never changes. */
function plainText(strings: readonly string[]): string {
  let text = plainTexts.get(strings)
  if (text === undefined) {
    text = strings.reduce((before, after, i) => `${before}$${i}${after}`)
    plainTexts.set(strings, text)
  }
  return text
}

/** Returns the text of a fragment and appends its values to `parameters`. */
function renderNested({ strings, values }: Fragment, parameters: Rendered['values']): string {
  let text = strings[0] ?? ''
  for (const [i, value] of values.entries()) {
    if (value instanceof Fragment) text += renderNested(value, parameters)
    else {
      parameters.push(wireValue(value))
      text += `$${parameters.length}`
    }
    text += strings[i + 1]
  }
  return text
}

function wireValue(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value
  if (value === null) return null
  if (value === undefined) throw new TypeError('a parameter is undefined: pass null for no value')
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return arrayLiteral(value.map(element))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function element(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return wireValue(value) as string
}

type Columns = Readonly<Record<string, unknown>>

/** `insert into t ${insertion(row)}`: column names and values. camelCase names become snake_case. */
export function insertion(rows: Columns | readonly Columns[]): Fragment {
  const list = Array.isArray(rows) ? (rows as readonly Columns[]) : [rows as Columns]
  const names = Object.keys(list[0] ?? {})
  const values = list.flatMap((row) => names.map((name) => row[name]))
  const strings: string[] = [`(${names.map(columnName).join(', ')}) values (`]
  for (let i = 1; i < values.length; i += 1) strings.push(i % names.length === 0 ? '), (' : ', ')
  return new Fragment([...strings, ')'], values)
}

/** `update t set ${assignments(changes)}`. */
export function assignments(changes: Columns): Fragment {
  const names = Object.keys(changes)
  const strings = names.map((name, i) => `${i === 0 ? '' : ', '}${columnName(name)} = `)
  return new Fragment([...strings, ''], Object.values(changes))
}

/** The name of a table or column that is chosen at run time. */
export function identifier(name: string): Fragment {
  return new Fragment([name.split('.').map(quoted).join('.')], [])
}

function columnName(name: string): string {
  return quoted(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
