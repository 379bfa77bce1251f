import { reviewRedemption } from '@counterfoil/contract/admin/redemptions.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { call } from '../api/call.ts'
import type { Redemption } from '../api/records.ts'
import { useAction } from '../kit/use-action.ts'
import { REVIEW_WORDS as words } from '../words/redemptions.ts'

export type Outcome = Input<typeof reviewRedemption>['body']['outcome']

/** Records a decision without asking first, since a later decision replaces it. */
export function useReview(redemption: Redemption) {
  return useAction(
    ({ outcome, note }: { outcome: Outcome; note: string }) =>
      call(reviewRedemption, {
        params: { id: redemption.id },
        body: { outcome, note: note.trim() === '' ? null : note.trim() },
      }),
    {
      done: (_, { outcome }) =>
        outcome === 'ACCEPTED'
          ? words.accepted(redemption.externalUserId)
          : words.rejected(redemption.externalUserId),
    },
  )
}
