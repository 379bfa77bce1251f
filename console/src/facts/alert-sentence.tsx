import type { Alert } from '@counterfoil/contract/admin/alerts.ts'
import type { Static } from 'typebox'
import { useTimeZone } from '../time/time-zone.ts'
import { describeIn } from './describe.ts'

type Sentence = Pick<Static<typeof Alert>, 'message'> & Partial<Pick<Static<typeof Alert>, 'facts'>>

/** What happened, in one sentence. */
export function AlertSentence({ of: { message, facts } }: { of: Sentence }) {
  const words = { summary: message, changes: [] }
  const entry = facts === undefined ? words : { ...words, facts: { ...facts, changes: [] } }
  return <span className="wrap">{describeIn(useTimeZone())(entry).summary}</span>
}
