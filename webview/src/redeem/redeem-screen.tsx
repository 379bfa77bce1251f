import { useEffect, useReducer, useState } from 'preact/hooks'
import type { Outlet, Voucher } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { FailureMessage } from '../components/failure-message.tsx'
import { Screen } from '../components/screen.tsx'
import { CardSkeletons } from '../components/skeleton.tsx'
import { showToast } from '../components/toast.tsx'
import { describeFailure } from '../language/describe-failure.ts'
import { words } from '../language/words.ts'
import type { Position } from '../position/locate.ts'
import { back, currentPlace } from '../routing/navigation.ts'
import type { Route } from '../routing/route.ts'
import { loadVoucher } from '../voucher/load-voucher.ts'
import { useVoucherSite } from '../voucher/voucher-site.ts'
import { RedemptionScreen } from '../wallet/redemption-screen.tsx'
import { useHistory } from '../wallet/use-history.ts'
import { AtOutlet } from './at-outlet.tsx'
import { type Attempt, clearRefusal, useAttempt } from './attempt.ts'
import { finishFlow, isFinished, stayAtOutlet } from './flow.ts'
import { isJustRedeemed, justRedeemedForMs } from './just-redeemed.ts'
import type { KeptAttempt } from './kept-attempt.ts'
import { keepChoice, outletOfEarlierPage } from './kept-choice.ts'
import type { Where } from './location-step.tsx'
import { NotChecked } from './not-checked.tsx'
import { OutletChoice } from './outlet-choice.tsx'
import { Reasons } from './reasons.tsx'
import { RedeemAgain } from './redeem-again.tsx'
import { Redeemed } from './redeemed.tsx'
import { useKeptAttempt } from './resume.ts'
import { Unanswered } from './unanswered.tsx'
import { usePreview } from './use-preview.ts'
import './redeem.css'

type RedeemRoute = Extract<Route, { screen: 'redeem' }>

/** The flow from the choice of outlet to the code. After a redemption, back leaves the flow. */
export function RedeemScreen({ route }: { route: RedeemRoute }) {
  const [place] = useState(() => currentPlace().key)
  const attempt = useAttempt(place)
  const redemption = attempt?.stage.is === 'redeemed' ? attempt.stage.redemption : null
  useEffect(() => {
    if (redemption) finishFlow(redemption.id)
    else if (isFinished(place)) back()
  }, [redemption, place])
  const { redemptionId } = route
  if (!redemption && redemptionId !== undefined) return <ReopenedRedemption id={redemptionId} />
  return (
    <>
      <p class="visually-hidden" role="status">
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

/** Shows a finished redemption after a reload or “forward”: first the success for the staff, later a past redemption. */
function ReopenedRedemption({ id }: { id: string }) {
  const redemption = useHistory().redemptions?.find((one) => one.id === id)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => finishFlow(id), [id])
  useEffect(() => {
    if (!redemption) return
    const timer = setTimeout(() => redraw(undefined), justRedeemedForMs(redemption))
    return () => clearTimeout(timer)
  }, [redemption])
  return redemption && isJustRedeemed(redemption) ? (
    <Redeemed redemption={redemption} />
  ) : (
    <RedemptionScreen route={{ screen: 'redemption', id }} />
  )
}

type PreparationProps = { route: RedeemRoute; place: string; attempt: Attempt | null }

function Preparation({ route, place, attempt }: PreparationProps) {
  const { voucherId } = route
  const [where, setWhere] = useState<Where>(null)
  const voucher = useQuery(`voucher:${voucherId}`, () => loadVoucher(voucherId))
  const { kept, isAsking, error, retry } = useKeptAttempt(voucherId)
  const { stage } = attempt ?? {}
  const own = attempt?.voucherId === voucherId ? attempt : null
  useEffect(() => {
    // The refusal of another voucher, left unanswered before: a toast is enough.
    if (own !== null || stage?.is !== 'refused') return
    showToast(describeFailure(stage.failure).text)
    clearRefusal()
  }, [own, stage])
  // The first try is shown at the keypad, while the user stays there.
  const isAtKeypad = stage?.is === 'sending' && stage.tries === 1 && attempt?.startedAt === place
  const isWaiting = stage?.is === 'unanswered' || (stage?.is === 'sending' && !isAtKeypad)
  return (
    <Screen title={words.redeem.title}>
      {attempt && isWaiting ? (
        <Unanswered attempt={attempt} isAsking={stage?.is === 'sending'} />
      ) : error !== null ? (
        <FailureMessage error={error} retry={retry} />
      ) : voucher.data && !isAsking ? (
        <RedeemAgain voucher={voucher.data} isUnderWay={own !== null || kept !== null}>
          <WithVoucher {...{ route, place, kept, where, setWhere }} attempt={own} voucher={voucher.data} />
        </RedeemAgain>
      ) : voucher.error ? (
        <FailureMessage error={voucher.error} retry={voucher.retry} />
      ) : (
        <CardSkeletons count={3} />
      )}
    </Screen>
  )
}

type WithVoucherProps = PreparationProps & {
  voucher: Voucher
  kept: KeptAttempt | null
  where: Where
  setWhere: (where: Where) => void
}

/** Chooses the outlet once the preview allows a redemption. A single outlet needs no choice. */
function WithVoucher({ route, place, attempt, voucher, kept, where, setWhere }: WithVoucherProps) {
  const { site, ...unknownSite } = useVoucherSite(voucher)
  // An earlier request may still be running, so its outlet cannot change.
  const outletId = kept?.body.outletId ?? route.outletId
  const { preview, error, isChecking, checkAgain } = usePreview(outletId ? null : { voucherId: voucher.id })
  const earlier = outletId ? undefined : outletOfEarlierPage(voucher.id)
  useEffect(() => {
    if (earlier !== undefined) stayAtOutlet(voucher.id, earlier)
    // After a reload it is a choice of this page, so that back leads to the other outlets.
    else if (route.outletId !== undefined) keepChoice(voucher.id, route.outletId)
  }, [earlier, route.outletId, voucher.id])
  if (error !== null && !outletId)
    return <NotChecked voucherId={voucher.id} {...{ outletId, error }} retry={checkAgain} />
  if (preview === null && !outletId) return <CardSkeletons count={3} />
  if (preview && !preview.redeemable && attempt === null) {
    return <Reasons codes={preview.reasons} {...{ preview, voucher, checkAgain }} isBusy={isChecking} />
  }
  if (!site) {
    return unknownSite.error ? <FailureMessage {...unknownSite} /> : <CardSkeletons count={3} />
  }

  const { outlets, merchant } = site
  // An attempt that the user left at the keypad continues at its outlet.
  const chosenId = outletId ?? attempt?.outletId ?? (outlets.length === 1 ? outlets[0]?.id : undefined)
  if (chosenId === undefined) {
    const stayAt = ({ id }: Outlet, position: Position) => {
      setWhere(position)
      stayAtOutlet(voucher.id, id)
    }
    return <OutletChoice voucher={voucher} outlets={outlets} onLocatedAt={stayAt} />
  }
  const outlet = outlets.find(({ id }) => id === chosenId)
  const hasOthers = outlets.some(({ id }) => id !== chosenId)
  return outlet ? (
    <AtOutlet {...{ voucher, merchant, outlet, hasOthers, place, attempt, kept, where, setWhere }} />
  ) : (
    <Reasons codes={['outlet_not_found']} {...{ voucher, hasOthers, checkAgain }} />
  )
}
