import { useEffect, useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import type { Voucher } from '../api/routes.ts'
import { useAnswer } from '../api/use-answer.ts'
import { tellFailure } from '../language/failure-words.ts'
import { words } from '../language/words.ts'
import { Failed } from '../parts/failed.tsx'
import { Screen } from '../parts/screen.tsx'
import { CardSkeletons } from '../parts/skeleton.tsx'
import { say } from '../parts/toast.tsx'
import { back, here } from '../routing/navigation.ts'
import type { Route } from '../routing/route.ts'
import { AtOutlet } from './at-outlet.tsx'
import { type Attempt, forgetRefusal, useAttempt } from './attempt.ts'
import { finishFlow, isFinished } from './flow.ts'
import type { Where } from './location-step.tsx'
import { OutletChoice } from './outlet-choice.tsx'
import { Reasons } from './reasons.tsx'
import { Redeemed } from './redeemed.tsx'
import { Unanswered } from './unanswered.tsx'
import { usePreview } from './use-preview.ts'
import './redeem.css'

type RedeemRoute = Extract<Route, { screen: 'redeem' }>

/** From the choice of outlet to the code. The way back from a redemption leads out of the flow. */
export function RedeemScreen({ route }: { route: RedeemRoute }) {
  const [place] = useState(() => here().key)
  const attempt = useAttempt(place)
  const redemption = attempt?.stage.is === 'redeemed' ? attempt.stage.redemption : null
  useEffect(() => {
    if (redemption) finishFlow()
    else if (isFinished(place)) back()
  }, [redemption, place])
  return (
    <>
      <p class="unseen" role="status">
        {redemption && [words.redeem.done.title, redemption.code].filter(Boolean).join(': ')}
      </p>
      {redemption ? (
        <Redeemed redemption={redemption} />
      ) : (
        !isFinished(place) && <Preparation route={route} place={place} attempt={attempt} />
      )}
    </>
  )
}

type PreparationProps = { route: RedeemRoute; place: string; attempt: Attempt | null }

function Preparation({ route, place, attempt }: PreparationProps) {
  const { voucherId } = route
  const [where, setWhere] = useState<Where>(null)
  const voucher = useAnswer(
    `voucher:${voucherId}`,
    async () => (await call('viewVoucher', { params: { id: voucherId } })).body,
  )
  const { stage } = attempt ?? {}
  const own = attempt?.voucherId === voucherId ? attempt : null
  useEffect(() => {
    // Another voucher's, which was left unanswered: told in passing.
    if (own !== null || stage?.is !== 'refused') return
    say(tellFailure(stage.failure).text)
    forgetRefusal()
  }, [own, stage])
  // The first try shows at the keypad, as long as it is there.
  const isAtKeypad = stage?.is === 'sending' && stage.tries === 1 && attempt?.startedAt === place
  const isWaiting = stage?.is === 'unanswered' || (stage?.is === 'sending' && !isAtKeypad)
  return (
    <Screen title={words.redeem.title}>
      {isWaiting ? (
        <Unanswered isAsking={stage?.is === 'sending'} />
      ) : voucher.data ? (
        <WithVoucher {...{ route, place, where, setWhere }} attempt={own} voucher={voucher.data} />
      ) : voucher.error ? (
        <Failed error={voucher.error} retry={voucher.retry} />
      ) : (
        <CardSkeletons count={3} />
      )}
    </Screen>
  )
}

type WithVoucherProps = PreparationProps & {
  voucher: Voucher
  where: Where
  setWhere: (where: Where) => void
}

/** Once it can be redeemed at all: where. With one outlet only, there is nothing to choose. */
function WithVoucher({ route, place, attempt, voucher, where, setWhere }: WithVoucherProps) {
  const merchant = useAnswer(
    `merchant:${voucher.merchantId}`,
    async () => (await call('viewMerchant', { params: { id: voucher.merchantId } })).body,
  )
  const { outletId } = route
  const { preview, error, isLooking, lookAgain } = usePreview(outletId ? null : { voucherId: voucher.id })
  if (error !== null) return <Failed error={error} retry={lookAgain} />
  if (preview === null && !outletId) return <CardSkeletons count={3} />
  if (preview && !preview.redeemable && attempt === null) {
    return <Reasons codes={preview.reasons} voucher={voucher} lookAgain={lookAgain} isBusy={isLooking} />
  }
  if (!merchant.data) {
    return merchant.error ? (
      <Failed error={merchant.error} retry={merchant.retry} />
    ) : (
      <CardSkeletons count={3} />
    )
  }

  const { outletIds } = voucher
  const outlets = merchant.data.outlets.filter(({ id }) => outletIds === null || outletIds.includes(id))
  // An attempt that was left at the keypad is answered here.
  const chosenId = outletId ?? attempt?.outletId ?? (outlets.length === 1 ? outlets[0]?.id : undefined)
  if (chosenId === undefined) return <OutletChoice voucher={voucher} outlets={outlets} />
  const outlet = outlets.find(({ id }) => id === chosenId)
  const hasOthers = outlets.some(({ id }) => id !== chosenId)
  return outlet ? (
    <AtOutlet {...{ voucher, outlet, hasOthers, place, attempt, where, setWhere }} merchant={merchant.data} />
  ) : (
    <Reasons codes={['outlet_not_found']} {...{ voucher, hasOthers, lookAgain }} />
  )
}
