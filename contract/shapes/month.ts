import { Type } from './type.ts'

export const StatementMonth = Type.String({
  pattern: '^[1-9][0-9]{3}-(?:0[1-9]|1[0-2])$',
  description: 'a month in the merchant’s time zone, as in 2026-11',
  examples: ['2026-11'],
})
