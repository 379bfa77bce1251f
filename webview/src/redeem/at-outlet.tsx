import { useEffect, useState } from 'preact/hooks'
import type { Outlet, Voucher } from '../api/routes.ts'
import { words } from '../language/words.ts'
import { metersBetween } from '../position/distance.ts'
import type { Position } from '../position/locate.ts'
import type { VoucherSite } from '../voucher/voucher-site.ts'
import { type Attempt, clearRefusal, redeem } from './attempt.ts'
import { CodeStep, takesCodes } from './code-step.tsx'
import { HandOver } from './hand-over.tsx'
import type { KeptAttempt, KeptBody } from './kept-attempt.ts'
import { LocationStep, type Where } from './location-step.tsx'
import { nextStepAfter } from './next-step.ts'
import { NotChecked } from './not-checked.tsx'
import { Reasons } from './reasons.tsx'
import { StepHeading } from './step-heading.tsx'
import { usePreview } from './use-preview.ts'

type Props = {
  voucher: Voucher
  merchant: VoucherSite['merchant']
  outlet: Outlet
  hasOthers: boolean
  place: string
  attempt: Attempt | null
  /** An earlier page sent this attempt. Its position is sent again, since the body must stay the same. */
  kept: KeptAttempt | null
  where: Where
  setWhere: (where: Where) => void
}

/** At a chosen outlet: the location step, unless the outlet has no position; then the preview; then the code or the PIN. */
export function AtOutlet({ where: chosen, ...props }: Props) {
  const { voucher, outlet, hasOthers, attempt, kept, setWhere } = props
  const where = kept ? whereIn(kept.body, outlet) : chosen
  useEffect(() => {
    // A wrong PIN leads back to the keypad, even when the attempt is not kept any more.
    if (kept) setWhere(whereIn(kept.body, outlet))
  }, [kept, outlet, setWhere])
  const failure = attempt?.stage.is === 'refused' ? attempt.stage.failure : null
  const locateAgain = () => {
    clearRefusal()
    setWhere('locate-again')
  }
  const skipLocation = () => {
    clearRefusal()
    setWhere('skipped')
  }
  if (failure && nextStepAfter(failure.code) !== 'enter-again') {
    return (
      <Reasons
        codes={[failure.code]}
        {...{ voucher, hasOthers, failure, locateAgain }}
        outletId={outlet.id}
        skipLocation={skipLocation}
        accuracyMeters={accuracyOf(where)}
        checkAgain={clearRefusal}
      />
    )
  }
  if (outlet.latitude !== undefined && (where === null || where === 'locate-again')) {
    return (
      <LocationStep
        voucherId={voucher.id}
        outlet={outlet}
        mustBeFresh={where === 'locate-again'}
        onSettled={setWhere}
      />
    )
  }
  return <PreviewStep {...props} where={where} locateAgain={locateAgain} skipLocation={skipLocation} />
}

type PreviewStepProps = Props & { locateAgain: () => void; skipLocation: () => void }

function PreviewStep({ locateAgain, skipLocation, ...props }: PreviewStepProps) {
  const { voucher, merchant, outlet, hasOthers, place, attempt, kept, where } = props
  const target = { voucherId: voucher.id, outletId: outlet.id }
  const [wantsPin, setWantsPin] = useState(false)
  const isByCode = takesCodes(outlet) && !wantsPin && attempt === null
  const method = isByCode ? ({ method: 'QR' } as const) : undefined
  const { preview, error, isChecking, checkAgain } = usePreview({
    ...target,
    ...coordinatesOf(where),
    ...method,
  })
  if (error !== null) return <NotChecked {...target} error={error} retry={checkAgain} />
  if (preview === null) return <StepHeading>{words.redeem.checking}</StepHeading>

  if (!preview.redeemable && attempt === null && kept === null) {
    return (
      <Reasons
        codes={preview.reasons}
        {...{ preview, voucher, hasOthers, locateAgain, checkAgain }}
        outletId={outlet.id}
        isBusy={isChecking}
        distanceMeters={distanceOf(where, outlet)}
        skipLocation={skipLocation}
        accuracyMeters={accuracyOf(where)}
      />
    )
  }
  const position = { ...coordinatesOf(where), ...accuracyField(where) }
  if (isByCode) {
    return (
      <CodeStep
        {...{ voucher, outlet, hasOthers, locateAgain, skipLocation }}
        body={{ ...target, ...position }}
        usePin={() => setWantsPin(true)}
        accuracyMeters={accuracyOf(where)}
      />
    )
  }
  return (
    <HandOver
      {...{ voucher, merchant, outlet, hasOthers, preview }}
      isUnlocated={where === 'skipped'}
      isResumed={kept !== null}
      isSending={attempt?.stage.is === 'sending'}
      failure={attempt?.stage.is === 'refused' ? attempt.stage.failure : null}
      onPin={(pin) => redeem({ ...target, pin, ...position }, place)}
    />
  )
}

function whereIn({ consumerLat, consumerLng, gpsAccuracyMeters }: KeptBody, outlet: Outlet): Where {
  if (outlet.latitude === undefined) return null
  if (consumerLat === undefined || consumerLng === undefined) return 'skipped'
  const accuracyMeters = gpsAccuracyMeters ?? Number.NaN
  return { latitude: consumerLat, longitude: consumerLng, accuracyMeters }
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

function accuracyField(where: Where) {
  const gpsAccuracyMeters = accuracyOf(where)
  return gpsAccuracyMeters === undefined ? undefined : { gpsAccuracyMeters }
}

function distanceOf(where: Where, { latitude, longitude }: Outlet): number | undefined {
  const position = positionIn(where)
  if (position === null || latitude === undefined || longitude === undefined) return undefined
  return metersBetween(position, { latitude, longitude })
}
