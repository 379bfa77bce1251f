import { useTimeZone } from '../time/time-zone.ts'
import { describeIn } from './describe.ts'

export function useDescribe(): ReturnType<typeof describeIn> {
  return describeIn(useTimeZone())
}
