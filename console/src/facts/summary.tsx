import { useTimeZone } from '../time/time-zone.ts'
import type { Entry } from './describe.ts'
import { describeIn } from './describe.ts'

/** What was done, in one sentence. */
export function Summary({ of: entry }: { of: Entry }) {
  return <span className="wrap">{describeIn(useTimeZone())(entry).summary}</span>
}
