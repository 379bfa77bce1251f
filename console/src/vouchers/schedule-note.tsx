import { Text } from '@mantine/core'
import { describeMoment } from '../time/wall-time.ts'
import { SCHEDULE_WORDS as words } from '../words/schedule.ts'
import type { FullVoucher } from './voucher-values.ts'

type Scheduled = Pick<FullVoucher, 'publishAt' | 'unpublishAt' | 'scheduleFailure'>

/** What happens to a voucher by itself, in the merchant's zone, or that it did not happen. */
export function ScheduleNote({ of, timezone }: { of: Scheduled; timezone: string }) {
  const { publishAt, unpublishAt, scheduleFailure } = of
  const at = (time: string) => describeMoment(time, timezone)
  const lines = [
    ...(scheduleFailure === null ? [] : [words.failed]),
    ...(publishAt === null ? [] : [words.publishes(at(publishAt))]),
    ...(unpublishAt === null ? [] : [words.unpublishes(at(unpublishAt))]),
  ]
  return lines.map((line) => (
    <Text key={line} size="xs" c="dimmed">
      {line}
    </Text>
  ))
}
