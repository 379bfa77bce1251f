import type { Alert } from '@counterfoil/contract/admin/alerts.ts'
import type { Static } from 'typebox'
import { useDescribe } from './describe.ts'

/** What happened, in one sentence. */
export function AlertSentence({ facts }: { facts: Static<typeof Alert>['facts'] }) {
  return <span className="wrap">{useDescribe()({ ...facts, changes: [] }).summary}</span>
}
