import { Progress, Text } from '@mantine/core'
import { ALL_VOUCHERS_WORDS as words } from '../words/all-vouchers.ts'

/** From this share on, little is left. */
const ALMOST_USED_UP = 0.8

/** How much of a cap or a pool is used, in numbers. The bar only repeats them. */
export function UseBar({
  used,
  total,
  below = null,
}: {
  used: number
  total: number
  below?: string | null
}) {
  const share = total === 0 ? 1 : used / total
  return (
    <div className="use">
      <Text size="sm" component="span">
        {words.used(used, total)}
        {below !== null && ` ${below}`}
      </Text>
      <Progress
        value={Math.min(share, 1) * 100}
        size="sm"
        color={share >= 1 ? 'red.7' : share >= ALMOST_USED_UP ? 'orange.7' : 'teal.6'}
        aria-hidden="true"
      />
    </div>
  )
}
