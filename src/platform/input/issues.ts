import { VISIBLE_CHARACTER, VISIBLE_OUTSIDE_TAGS } from '@counterfoil/contract/shapes/fields.ts'
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { Issue } from '../refusal.ts'

/** The errors of a validator as issues with a message. */
export function toIssues(errors: readonly Partial<ErrorObject>[]): Issue[] {
  const issues = errors
    // These errors are redundant: the branches of an `anyOf` or `if`, and wrong property names, report their own.
    .filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'if' && keyword !== 'propertyNames')
    .map((error) => ({ path: pathOf(error), message: messageOf(error) }))
  return issues.length > 0 ? issues : [{ path: '', message: 'does not match its schema' }]
}

function pathOf({ instancePath = '', keyword, params = {}, propertyName }: Partial<ErrorObject>): string {
  const name =
    keyword === 'required' || keyword === 'dependentRequired'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : propertyName
  return name === undefined
    ? instancePath
    : `${instancePath}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

const VISIBLE_PATTERNS = new Set([VISIBLE_CHARACTER, VISIBLE_OUTSIDE_TAGS])

function messageOf({ keyword, params = {}, parentSchema, message }: Partial<ErrorObject>): string {
  const description = (parentSchema as { description?: string } | undefined)?.description
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'dependentRequired':
      return `is required together with ${params.property}`
    case 'additionalProperties':
      return 'is not a known property'
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'type':
      return `must be ${[params.type].flat().join(' or ')}`
    case 'pattern':
      if (VISIBLE_PATTERNS.has(params.pattern as string)) return 'must contain a visible character'
      return description ? `must be ${description}` : (message ?? 'is malformed')
    case 'format':
      return description ? `must be ${description}` : (message ?? 'is malformed')
    default:
      return message ?? 'is not valid'
  }
}
