import type { Entry } from './describe.ts'
import { useDescribe } from './describe.ts'

/** What was done, in one sentence. */
export function Summary({ of: entry }: { of: Entry }) {
  return <span className="wrap">{useDescribe()(entry).summary}</span>
}
