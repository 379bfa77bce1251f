import { DAYS } from '../hours-text.ts'
import { Nullable, OneOf, Text } from './fields.ts'
import { Strict } from './strict.ts'
import { Type } from './type.ts'

const MAX_WEEKLY_SPANS = 28
const MAX_EXCEPTIONS = 100
const MAX_SPANS_OF_A_DATE = 4

const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]'

const span = {
  opens: Type.String({
    pattern: `^${TIME}$`,
    description: 'a time from 00:00 to 23:59',
    examples: ['09:00'],
  }),
  closes: Type.String({
    pattern: `^(?:${TIME}|24:00)$`,
    description: 'a time from 00:00 to 24:00; one that is not after `opens` is on the next day',
    examples: ['18:00'],
  }),
}

const day = OneOf(DAYS, { examples: ['MO'] })

const date = Type.String({
  format: 'date',
  description: 'a date such as 2026-12-25',
  examples: ['2026-12-25'],
})

export const OpeningHours = Strict(
  {
    weekly: Type.Array(Strict({ day, ...span }), {
      maxItems: MAX_WEEKLY_SPANS,
      description: 'When the outlet is open in a usual week. It is closed on a day that is not listed.',
    }),
    exceptions: Type.Array(
      Strict({
        date,
        hours: Type.Array(Strict(span), {
          maxItems: MAX_SPANS_OF_A_DATE,
          description: 'Replaces the weekly hours that start on this date. Empty: closed.',
        }),
        note: Nullable(Text(100, { description: 'For the back office.', examples: ['Christmas'] })),
      }),
      { maxItems: MAX_EXCEPTIONS, description: 'Dates with other hours, each date once.' },
    ),
  },
  {
    description:
      'In the local time of the outlet. Hours must not overlap. `00:00` to `24:00` is a whole day. Null: unknown.',
    examples: [
      {
        weekly: [
          { day: 'MO', opens: '09:00', closes: '18:00' },
          { day: 'FR', opens: '18:00', closes: '02:00' },
        ],
        exceptions: [{ date: '2026-12-25', hours: [], note: 'Christmas' }],
      },
    ],
  },
)
