import { VISIBLE_CHARACTER, VISIBLE_OUTSIDE_TAGS } from '@counterfoil/contract/shapes/fields.ts'
import { formOf } from '@counterfoil/contract/shapes/text-forms.ts'
import { fieldName } from '@counterfoil/contract/words/reason.ts'
import type { ErrorObject } from 'ajv/dist/2020.js'
import { type Issue, issueAt } from '../refusal.ts'

/** The errors of a validator as issues with a message. */
export function toIssues(errors: readonly Partial<ErrorObject>[]): Issue[] {
  const issues = errors
    // These errors are redundant: the branches of an `anyOf` or `if`, and wrong property names, report their own.
    .filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'if' && keyword !== 'propertyNames')
    .map(describe)
  return issues.length > 0 ? issues : [issueAt('', 'issue.invalid')]
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

const COUNTED = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const
const LIMITED = ['minimum', 'maximum'] as const
const TYPES = ['number', 'integer', 'boolean', 'string', 'array'] as const

function describe(error: Partial<ErrorObject>): Issue {
  const { keyword, params = {} } = error
  const path = pathOf(error)
  const counted = COUNTED.find((name) => name === keyword)
  if (counted) return issueAt(path, `issue.${counted}`, { count: params.limit })
  const limited = LIMITED.find((name) => name === keyword)
  if (limited) return issueAt(path, `issue.${limited}`, { limit: params.limit })
  switch (keyword) {
    case 'required':
      return issueAt(path, 'issue.required')
    case 'dependentRequired':
      return issueAt(path, 'issue.requiredWith', { field: fieldName(params.property) })
    case 'additionalProperties':
      return issueAt(path, 'issue.unknownField')
    case 'uniqueItems':
      return issueAt(path, 'issue.uniqueItems')
    case 'enum':
      return issueAt(path, 'issue.oneOf', {
        values: (params.allowedValues as unknown[]).map(String).join(', '),
      })
    case 'const':
      return issueAt(path, 'issue.const', { value: JSON.stringify(params.allowedValue) })
    case 'type':
      return describeType(path, [params.type].flat())
    case 'pattern':
    case 'format':
      return describeForm(path, error)
    default:
      return issueAt(path, 'issue.invalid')
  }
}

function describeType(path: string, allowed: string[]): Issue {
  const type = TYPES.find((name) => allowed.includes(name))
  return issueAt(path, type ? `issue.type.${type}` : 'issue.type', { types: allowed.join(' or ') })
}

/** The description of the field completes the English message. Other languages have words for the form. */
function describeForm(path: string, { params = {}, parentSchema }: Partial<ErrorObject>): Issue {
  if (VISIBLE_PATTERNS.has(params.pattern)) return issueAt(path, 'issue.visible')
  const { description, ...schema } = parentSchema as {
    description?: string
    pattern?: string
    format?: string
  }
  const form = formOf(schema)
  const issue = form
    ? issueAt(path, 'issue.form', { form: { type: 'CODE', value: form } })
    : issueAt(path, 'issue.invalid')
  return description === undefined ? issue : { ...issue, message: `must be ${description}` }
}
