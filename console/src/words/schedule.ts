import { formatNumber } from '../time/numbers.ts'

/** Words of the schedule of a voucher, and of the calendar. */
export const SCHEDULE_WORDS = {
  title: 'Schedule',
  legend: 'Published and unpublished by itself',
  zoneNote: (zone: string) =>
    `Times are in the merchant’s time zone, ${zone}. The voucher changes within a minute, and users who favorited the merchant are notified at its first publication.`,
  publishAtHint: 'Empty: somebody publishes it.',
  isPublished: 'It is published already.',
  unpublishAtHint: 'Empty: it stays published until its end, or until somebody unpublishes it.',
  saved: (title: string) => `The schedule of “${title}” is saved.`,
  removed: (title: string) => `The schedule of “${title}” is removed.`,
  publishes: (time: string) => `Publishes ${time}`,
  unpublishes: (time: string) => `Unpublishes ${time}`,
  failed: 'Not published at its time',
  failedAt: (time: string) =>
    `It was not published on ${time}. Fix what is missing, then publish it or set a new time.`,
} as const

export const SCHEDULE_LABELS = { publishAt: 'Publish at', unpublishAt: 'Unpublish at' } as const

export const CALENDAR_WORDS = {
  title: 'Calendar',
  below: (zone: string) => `What is published, starts, runs and ends. Days are those of ${zone}.`,
  month: 'Month',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  search: 'Search vouchers',
  event: 'What happens',
  allMonth: 'The whole month',
  onDay: (day: string) => `Vouchers on ${day}`,
  inMonth: (month: string) => `Vouchers in ${month}`,
  none: 'No voucher is published, starts, runs or ends in this month.',
  voucher: 'Voucher',
  merchant: 'Merchant',
  state: 'State',
  happens: 'What happens',
  runsColumn: 'Runs',
  noEnd: 'no end',
} as const

/** Each event, as the name of a filter, before a time, and as a count on a day. */
export const CALENDAR_EVENT_WORDS = {
  PUBLISHES: { name: 'Published', on: 'Published', count: (n: number) => `${formatNumber(n)} published` },
  STARTS: {
    name: 'Starts',
    on: 'Starts',
    count: (n: number) => (n === 1 ? '1 starts' : `${formatNumber(n)} start`),
  },
  RUNS: {
    name: 'Runs',
    on: 'Runs',
    count: (n: number) => (n === 1 ? '1 runs' : `${formatNumber(n)} run`),
  },
  ENDS: {
    name: 'Ends',
    on: 'Ends',
    count: (n: number) => (n === 1 ? '1 ends' : `${formatNumber(n)} end`),
  },
  UNPUBLISHES: {
    name: 'Unpublished',
    on: 'Unpublished',
    count: (n: number) => `${formatNumber(n)} unpublished`,
  },
} as const
