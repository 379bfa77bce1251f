import { getBadges } from '@counterfoil/contract/admin/badges.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/use-api-query.ts'
import { useCan } from '../session/use-session.ts'

const LOOK_AGAIN_MS = 60_000

/** The numbers in the menu, by the screen. A tab in the background does not ask. */
export function useBadges(): Record<string, string> {
  const can = useCan()
  const { data } = useQuery({
    ...apiQuery(getBadges, can(getBadges) ? {} : null),
    refetchInterval: LOOK_AGAIN_MS,
    retry: false,
  })
  const { review = null, alerts = null } = data ?? {}
  return {
    ...(review && review.value > 0 && { '/review': `${review.value}${review.isExact ? '' : '+'}` }),
    ...(alerts !== null && alerts > 0 && { '/alerts': String(alerts) }),
  }
}
