import { MAX_WHOLE_DIGITS } from '../money.ts'
import { Type } from './type.ts'

const currency = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'three upper-case letters (ISO 4217)',
  examples: ['MYR'],
})

/** What one redemption is worth between the parties. */
export const RedemptionValue = Type.Object(
  {
    amount: Type.String({
      pattern: `^[0-9]{1,${MAX_WHOLE_DIGITS}}(?:\\.[0-9]{1,4})?$`,
      description: `a decimal number as text, with at most ${MAX_WHOLE_DIGITS} digits before the point`,
      examples: ['5.00'],
    }),
    currency,
  },
  {
    title: 'RedemptionValue',
    additionalProperties: false,
    description:
      'What one redemption is worth between the parties. Responses have exactly the decimals of the currency.',
  },
)

/** A sum, which can be negative. */
export const MoneySum = Type.Object(
  {
    amount: Type.String({
      pattern: '^-?[0-9]+(?:\\.[0-9]+)?$',
      description: 'a decimal number as text',
      examples: ['1240.00'],
    }),
    currency,
  },
  { title: 'MoneySum' },
)
