import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Voucher } from '../api/routes.ts'
import { FailureMessage } from '../components/failure-message.tsx'
import { CardSkeletons } from '../components/skeleton.tsx'
import { format, words } from '../language/words.ts'
import { replace } from '../routing/navigation.ts'
import { useHistory } from '../wallet/use-history.ts'
import { isJustRedeemed } from './just-redeemed.ts'
import { ReasonIcon } from './reason-icon.tsx'
import { StepHeading } from './step-heading.tsx'
import { Subject } from './subject.tsx'

/** The redemption after which the user chose to redeem again. */
let confirmedAfter: string | null = null

type Props = { voucher: Voucher; isUnderWay: boolean; children: ComponentChildren }

/** Asks before a second use right after the first: the back button or a second look must not lead to the keypad. */
export function RedeemAgain({ voucher, isUnderWay, children }: Props) {
  const { id: voucherId, redemptionCount, me } = voucher
  const isNeeded = me.remaining > 0 && me.remaining < redemptionCount && !isUnderWay
  const { redemptions, isStale, error, retry } = useHistory(isNeeded)
  const [, redraw] = useState(0)
  if (!isNeeded) return children
  if (error !== null) return <FailureMessage error={error} retry={retry} />
  if (!redemptions || isStale) return <CardSkeletons count={3} />
  const last = redemptions.find((one) => one.voucherId === voucherId && isJustRedeemed(one))
  if (!last || last.id === confirmedAfter) return children
  const redeemAgain = () => {
    confirmedAfter = last.id
    redraw((count) => count + 1)
  }
  const labels = words.redeem.again
  return (
    <div class="reasons">
      <Subject voucherId={voucherId} outletId={last.outletId} />
      <ReasonIcon code="limit_reached" />
      <StepHeading>{labels.title}</StepHeading>
      <p>{labels.text(format.moment(last.redeemedAt))}</p>
      <button
        type="button"
        class="button"
        onClick={() => replace({ screen: 'redeem', voucherId, redemptionId: last.id })}
      >
        {labels.show}
      </button>
      <button type="button" class="button quiet" onClick={redeemAgain}>
        {labels.again}
      </button>
    </div>
  )
}
