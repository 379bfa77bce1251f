import {
  DAYS,
  type HoursProblem,
  inOrder,
  type OpeningHours,
  readHours,
  writeHours,
} from '@counterfoil/contract/hours-text.ts'
import { reasonInEnglish } from '@counterfoil/contract/words/in-english.ts'
import { reasonWith } from '@counterfoil/contract/words/reason.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const weekly = (days: readonly (typeof DAYS)[number][], opens: string, closes: string) =>
  days.map((day) => ({ day, opens, closes }))

test.each<[text: string, hours: OpeningHours]>([
  [
    'Mo-Fr 09:00-18:00; Sa 10:00-14:00',
    {
      weekly: [...weekly(DAYS.slice(0, 5), '09:00', '18:00'), ...weekly(['SA'], '10:00', '14:00')],
      exceptions: [],
    },
  ],
  [
    'Mo 09:00-12:00,13:00-18:00; 2026-12-25 closed "Christmas; all ""day"""; 2026-12-31 09:00-13:00',
    {
      weekly: [...weekly(['MO'], '09:00', '12:00'), ...weekly(['MO'], '13:00', '18:00')],
      exceptions: [
        { date: '2026-12-25', hours: [], note: 'Christmas; all "day"' },
        { date: '2026-12-31', hours: [{ opens: '09:00', closes: '13:00' }], note: null },
      ],
    },
  ],
  ['Mo-Su 00:00-24:00', { weekly: weekly(DAYS, '00:00', '24:00'), exceptions: [] }],
  ['closed', { weekly: [], exceptions: [] }],
])('%s is read and written', (text, hours) => {
  expect(readHours(text)).toEqual(hours)
  expect(writeHours(hours)).toBe(text)
})

test.each([
  ['mo – fr 9:00 – 18:00 ;', 'Mo-Fr 09:00-18:00'],
  ['Mo, We 20:00-02:00', 'Mo 20:00-02:00; We 20:00-02:00'],
  ['Sa-Mo 10:00-12:00', 'Mo 10:00-12:00; Sa-Su 10:00-12:00'],
  ['Mo-Fr 09:00-12:00; Mo-Fr 13:00-17:00; Su closed', 'Mo-Fr 09:00-12:00,13:00-17:00'],
])('%s is read as people mean it', (text, meant) => {
  expect(writeHours(readHours(text) as OpeningHours)).toBe(meant)
})

test.each([
  ['Mo-Fr 9-18', 'has “Mo-Fr 9-18”: write times as 09:00-18:00, or closed'],
  ['Mo-Fr', 'has “Mo-Fr”: write times as 09:00-18:00, or closed'],
  [
    'Sa 10:00-14:00; Mon 09:00-18:00',
    'has “Mon 09:00-18:00”: start with days such as Mo-Fr, or with a date such as 2026-12-25',
  ],
  ['Mo 09:00-18:00 "Late"', 'has “Mo 09:00-18:00 "Late"”: only a date can have a note'],
  ['2026-12-25 closed "Late', 'has “2026-12-25 closed "Late”: write the note between two quotes, at the end'],
  [' ; ', 'has no hours: write them as Mo-Fr 09:00-18:00, or closed'],
  ['x'.repeat(20_001), 'is longer than 20,000 characters'],
])('%s cannot be read: %s', (text, message) => {
  const { sentence, details } = readHours(text) as HoursProblem
  expect(reasonInEnglish(reasonWith(sentence, details))).toBe(message)
})

const TIME = fc.constantFrom('00:00', '08:30', '12:00', '23:59')
const span = fc.record({ opens: TIME, closes: fc.oneof(TIME, fc.constant('24:00')) })
const exception = fc.record({
  date: fc.constantFrom('2026-12-24', '2026-12-25', '2027-01-01'),
  hours: fc.uniqueArray(span, { maxLength: 3, selector: ({ opens }) => opens }),
  note: fc.option(fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' })),
})

test('what is written can be read again', () => {
  const hours = fc.record({
    weekly: fc.uniqueArray(fc.tuple(fc.constantFrom(...DAYS), span), {
      maxLength: 20,
      selector: ([day, { opens }]) => `${day}${opens}`,
    }),
    exceptions: fc.uniqueArray(exception, { selector: ({ date }) => date }),
  })
  fc.assert(
    fc.property(hours, ({ weekly, exceptions }) => {
      const ordered = inOrder({ weekly: weekly.map(([day, one]) => ({ day, ...one })), exceptions })
      expect(readHours(writeHours(ordered))).toEqual(ordered)
    }),
  )
})
