import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { TProperties } from 'typebox'
import { issuesOf, unstorableText } from '../input/validation.ts'
import type { Issue } from '../refusal.ts'

/** Cells are text. Numbers and booleans are parsed where the schema expects them, then validated. */
export function readCells(properties: TProperties, cells: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(cells).map(([name, text]) => [name, readCell(typesOf(properties[name]), text)]),
  )
}

function typesOf(schema: object | undefined): unknown[] {
  return [(schema as { type?: string | string[] } | undefined)?.type].flat()
}

function readCell(types: unknown[], text: string): unknown {
  if (types.includes('number') && /^-?\d{1,15}(?:\.\d{1,20})?$/.test(text)) return Number(text)
  // Spreadsheets write TRUE and FALSE.
  if (types.includes('boolean') && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return text
}

/** Validates a row as a request body is validated. */
export function issuesIn(validate: ValidateFunction, value: unknown): Issue[] {
  const unstorable = unstorableText(value)
  return unstorable ? [unstorable] : issuesOf(validate, value)
}
