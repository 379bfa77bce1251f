import type { Day } from '@counterfoil/contract/hours-text.ts'

export const OPENING_HOURS_WORDS = {
  intro:
    'Users see whether the outlet is open. Vouchers can be redeemed at any time. A closing time before the opening time is on the next day; a whole day is 00:00 to 24:00.',
  unknown: 'Unknown. Users see nothing about opening hours.',
  add: 'Add opening hours',
  remove: 'Remove opening hours',
  closed: 'Closed',
  addSpan: 'Add hours',
  addSpanOn: (day: string) => `Add hours on ${day}`,
  removeSpan: 'Remove',
  removeSpanOn: (day: string, span: string) => `Remove ${span} on ${day}`,
  copyFrom: (day: string) => `Copy ${day} to all days`,
  further: (day: string, place: number) => `${day} (${place})`,
  opens: (day: string) => `${day}, opens`,
  closes: (day: string) => `${day}, closes`,
  until: 'to',
  exceptions: 'Exceptions',
  exceptionsIntro: 'Dates with other hours, such as public holidays. A date without hours is closed.',
  addException: 'Add a date',
  removeException: 'Remove date',
  date: 'Date',
  note: 'Note',
  newDate: 'the new date',
  timezoneHint: 'The zone of the opening hours. Empty: that of the merchant.',
  merchantZone: (zone: string) => `${zone} (merchant)`,
} as const

export const IMPORTED_HOURS_WORDS =
  'Opening hours are written as Mo-Fr 09:00-18:00; Sa 20:00-02:00; 2026-12-25 closed.'

export const DAY_NAMES: Record<Day, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}
