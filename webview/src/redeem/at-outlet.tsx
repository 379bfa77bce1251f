import type { MerchantWithOutlets, Outlet, Voucher } from '../api/routes.ts'
import { words } from '../language/words.ts'
import { Failed } from '../parts/failed.tsx'
import { metersBetween } from '../position/distance.ts'
import type { Position } from '../position/locate.ts'
import { type Attempt, forgetRefusal, redeem } from './attempt.ts'
import { HandOver } from './hand-over.tsx'
import { LocationStep, type Where } from './location-step.tsx'
import { nextStepAfter } from './next-step.ts'
import { Reasons } from './reasons.tsx'
import { StepHeading } from './step-heading.tsx'
import { usePreview } from './use-preview.ts'

type Props = {
  voucher: Voucher
  merchant: MerchantWithOutlets
  outlet: Outlet
  hasOthers: boolean
  place: string
  attempt: Attempt | null
  where: Where
  setWhere: (where: Where) => void
}

/** At a known outlet: the position, unless the outlet has none to compare it with; then the look ahead; then the PIN. */
export function AtOutlet(props: Props) {
  const { voucher, outlet, hasOthers, attempt, where, setWhere } = props
  const failure = attempt?.stage.is === 'refused' ? attempt.stage.failure : null
  const relocate = () => {
    forgetRefusal()
    setWhere('anew')
  }
  const goWithout = () => {
    forgetRefusal()
    setWhere('not-told')
  }
  if (failure && nextStepAfter(failure.code) !== 'enter-again') {
    return (
      <Reasons
        codes={[failure.code]}
        {...{ voucher, hasOthers, failure, relocate }}
        outletId={outlet.id}
        goWithout={isDoubtful(where, outlet) ? goWithout : undefined}
        accuracyMeters={accuracyOf(where)}
        lookAgain={forgetRefusal}
      />
    )
  }
  if (outlet.latitude !== undefined && (where === null || where === 'anew')) {
    return <LocationStep outlet={outlet} isAnew={where === 'anew'} onSettled={setWhere} />
  }
  return <LookAhead {...props} relocate={relocate} goWithout={goWithout} />
}

type LookAheadProps = Props & { relocate: () => void; goWithout: () => void }

function LookAhead({ relocate, goWithout, ...props }: LookAheadProps) {
  const { voucher, merchant, outlet, hasOthers, place, attempt, where } = props
  const asked = { voucherId: voucher.id, outletId: outlet.id }
  const { preview, error, isLooking, lookAgain } = usePreview({ ...asked, ...coordinatesOf(where) })
  if (error !== null) return <Failed error={error} retry={lookAgain} />
  if (preview === null) return <StepHeading>{words.redeem.checking}</StepHeading>

  if (!preview.redeemable && attempt === null) {
    return (
      <Reasons
        codes={preview.reasons}
        {...{ voucher, hasOthers, relocate, lookAgain }}
        outletId={outlet.id}
        isBusy={isLooking}
        distanceMeters={distanceOf(where, outlet)}
        goWithout={isDoubtful(where, outlet) ? goWithout : undefined}
        accuracyMeters={accuracyOf(where)}
      />
    )
  }
  return (
    <HandOver
      {...{ voucher, merchant, outlet, preview }}
      isUnlocated={where === 'not-told'}
      isSending={attempt?.stage.is === 'sending'}
      failure={attempt?.stage.is === 'refused' ? attempt.stage.failure : null}
      onPin={(pin) => redeem({ ...asked, pin, ...coordinatesOf(where), ...sentAccuracy(where) }, place)}
    />
  )
}

function positionIn(where: Where): Position | null {
  return typeof where === 'string' ? null : where
}

function coordinatesOf(where: Where) {
  const position = positionIn(where)
  return position && { consumerLat: position.latitude, consumerLng: position.longitude }
}

function accuracyOf(where: Where): number | undefined {
  const meters = positionIn(where)?.accuracyMeters ?? Number.NaN
  return Number.isFinite(meters) && meters >= 0 ? meters : undefined
}

function sentAccuracy(where: Where) {
  const gpsAccuracyMeters = accuracyOf(where)
  return gpsAccuracyMeters === undefined ? undefined : { gpsAccuracyMeters }
}

function distanceOf(where: Where, { latitude, longitude }: Outlet): number | undefined {
  const position = positionIn(where)
  if (position === null || latitude === undefined || longitude === undefined) return undefined
  return metersBetween(position, { latitude, longitude })
}

/** Too far by the phone's own measure, which could be wrong by so much that the user is at the outlet after all. */
function isDoubtful(where: Where, outlet: Outlet): boolean {
  const [distance, accuracy] = [distanceOf(where, outlet), accuracyOf(where)]
  return distance !== undefined && accuracy !== undefined && distance <= accuracy
}
