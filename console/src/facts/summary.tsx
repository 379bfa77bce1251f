import type { EntryFacts } from '@counterfoil/contract/admin/facts.ts'
import type { Static } from 'typebox'
import { useDescribe } from './describe.ts'

/** What was done, in one sentence. */
export function Summary({ facts }: { facts: Static<typeof EntryFacts> }) {
  return <span className="wrap">{useDescribe()(facts).summary}</span>
}
