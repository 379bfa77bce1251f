import type { Alert } from '@counterfoil/contract/admin/alerts.ts'
import type { Value } from '@counterfoil/contract/words/write-value.ts'
import type { Static } from 'typebox'

type Details = Static<typeof Alert>['facts']['details']
type Stored = Record<string, string | number | boolean | null>

const NUMBERS = new Set(['withinMeters', 'available', 'total', 'used', 'cap'])
const NAMES = new Set(['error', 'device'])

/** What the sentence of an alert is built from, in any language. */
export function readAlert({
  kind,
  subject,
  facts,
}: Pick<Static<typeof Alert>, 'kind'> & {
  subject: { id: string; name: string }
  facts: Stored
}): Static<typeof Alert>['facts'] {
  const name: Value = { type: 'NAME', value: subject.name }
  const month: Value = { type: 'MONTH', value: subject.id }
  const about = kind === 'STATEMENTS_CLOSED' ? { month } : { name }
  return { sentence: `${kind}${variantOf(kind, facts)}`, details: { ...about, ...detailsOf(facts) } }
}

function variantOf(kind: string, { withinMeters, reason, device }: Stored): string {
  if (kind === 'PIN_DEFENSE' && withinMeters === null) return ':unlocated'
  if (kind === 'ENDPOINT_PAUSED' && reason === 'GONE') return ':gone'
  return kind === 'NEW_DEVICE' && device === null ? ':unnamed' : ''
}

function detailsOf(facts: Stored): Details {
  const { guesses, failures, validUntil, timezone, missing } = facts
  const count = guesses ?? failures
  const shown = Object.entries(facts).flatMap(([name, value]): [string, Value][] => {
    if (value === null) return []
    if (NUMBERS.has(name)) return [[name, { type: 'NUMBER', value: String(value) }]]
    return NAMES.has(name) ? [[name, { type: 'NAME', value: String(value) }]] : []
  })
  return {
    ...Object.fromEntries(shown),
    ...(count !== undefined && { count: { type: 'NUMBER', value: String(count) } }),
    ...(validUntil !== undefined && { end: { type: 'TIME_IN_ZONE', value: `${validUntil} ${timezone}` } }),
    ...(missing !== undefined && { missing: readMissing(String(missing)) }),
  }
}

/** The fields that a publication needs, stored with a space between them. */
function readMissing(missing: string): Value {
  const fields = missing.split(' ')
  const items = fields.map((value) => ({ type: 'CODE', value }) as const)
  return { type: 'LIST', value: String(fields.length), items }
}
