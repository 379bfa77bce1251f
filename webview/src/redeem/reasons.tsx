import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { markStale } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { Failure, FailureCode } from '../api/failure.ts'
import type { Preview, Voucher } from '../api/routes.ts'
import { showToast } from '../components/toast.tsx'
import { rememberFavorite } from '../favorite/favorites.ts'
import { describeFailure } from '../language/describe-failure.ts'
import { format, words } from '../language/words.ts'
import { back } from '../routing/navigation.ts'
import { Countdown } from './countdown.tsx'
import { describeReason } from './describe-reason.ts'
import { changeOutletOf } from './flow.ts'
import { type NextStep, nextStepAfter } from './next-step.ts'
import { ReasonIcon } from './reason-icon.tsx'
import { StepHeading } from './step-heading.tsx'
import { Subject } from './subject.tsx'

type Props = {
  /** All reasons, in the order of the checks. */
  codes: FailureCode[]
  voucher: Voucher
  /** The outlet, if chosen. */
  outletId?: string
  /** The failure of an attempt, or the preview. */
  failure?: Failure
  preview?: Preview
  distanceMeters?: number | undefined
  accuracyMeters?: number | undefined
  hasOthers?: boolean
  isBusy?: boolean
  checkAgain: () => void
  locateAgain?: () => void
  skipLocation?: (() => void) | undefined
}

/** Why the voucher cannot be redeemed, with the next step for each reason that has one. */
export function Reasons(props: Props) {
  const { codes, voucher, outletId, failure, distanceMeters } = props
  const reasons = codes.map((code) => ({
    code,
    step: nextStepAfter(code),
    ...describeReason(code, { voucher, failure, distanceMeters }),
  }))
  const [only] = reasons.length === 1 ? reasons : []
  const canFixAll = reasons.every(({ step }) => step === 'favorite' || step === 'claim')
  const heading = only?.title ?? (canFixAll ? words.redeem.beforeYouRedeem : words.redeem.cannotRedeem)
  return (
    <div class="reasons">
      <Subject voucherId={voucher.id} outletId={outletId} />
      <ReasonIcon code={only?.code} />
      <StepHeading key={heading}>{heading}</StepHeading>
      <ul class="reason-list">
        {reasons.map(({ code, step, title, text, more }) => (
          <li key={code} class={only ? 'alone' : 'card'}>
            {!only && <h3>{title}</h3>}
            <p role={failure ? 'alert' : undefined}>{text}</p>
            {more && <p>{more}</p>}
            <NextStepAction step={step} {...props} />
          </li>
        ))}
      </ul>
      <button type="button" class={hasNextStep(reasons, props) ? 'button quiet' : 'button'} onClick={back}>
        {words.back}
      </button>
    </div>
  )
}

function hasNextStep(reasons: { step: NextStep }[], { hasOthers }: Props): boolean {
  return reasons.some(({ step }) => step !== 'leave' && (step !== 'other-outlet' || hasOthers))
}

function NextStepAction(props: Props & { step: NextStep }) {
  const { step, voucher, failure, preview, hasOthers, isBusy, checkAgain, locateAgain, accuracyMeters } =
    props
  const { id, merchantId } = voucher
  if (step === 'claim') {
    const claim = () => call('claimVoucher', { body: { voucherId: id } })
    return (
      <FixButton
        {...{ isBusy, checkAgain }}
        fix={claim}
        label={words.redeem.claim}
        stale={STALE_AFTER_CLAIM}
      />
    )
  }
  if (step === 'favorite') {
    const add = async () => {
      await call('addFavorite', { body: { merchantId } })
      rememberFavorite(merchantId)
    }
    return (
      <FixButton
        {...{ isBusy, checkAgain }}
        fix={add}
        label={words.redeem.addFavorite}
        stale={STALE_AFTER_FAVORITE}
      />
    )
  }
  if (step === 'wait') return <Countdown source={failure ?? preview} checkAgain={checkAgain} />
  if (step === 'other-outlet') {
    return hasOthers ? (
      <ActionButton onClick={() => changeOutletOf(id)}>{words.redeem.changeOutlet}</ActionButton>
    ) : null
  }
  if (step === 'locate') {
    return (
      <>
        {accuracyMeters !== undefined && (
          <p class="quiet-text">{words.redeem.location.accuracy(format.distance(accuracyMeters))}</p>
        )}
        <ActionButton onClick={locateAgain ?? checkAgain}>{words.redeem.location.again}</ActionButton>
        <TooFarOptions {...props} />
      </>
    )
  }
  if (step === 'leave') return null
  return <ActionButton onClick={checkAgain}>{words.retry}</ActionButton>
}

function ActionButton({ onClick, children }: { onClick: () => void; children: ComponentChildren }) {
  return (
    <button type="button" class="button" onClick={onClick}>
      {children}
    </button>
  )
}

/** How accurate the phone is, and the way to go on without a location: people who never share one may redeem, too. */
function TooFarOptions({ skipLocation, hasOthers, voucher }: Props) {
  const labels = words.redeem.location
  return (
    <>
      {hasOthers && (
        <button type="button" class="button quiet" onClick={() => changeOutletOf(voucher.id)}>
          {words.redeem.changeOutlet}
        </button>
      )}
      {skipLocation && (
        <>
          <button type="button" class="button quiet" aria-describedby="review-note" onClick={skipLocation}>
            {labels.without}
          </button>
          <p class="quiet-text" id="review-note">
            {labels.review}
          </p>
        </>
      )}
    </>
  )
}

const STALE_AFTER_CLAIM = ['voucher', 'wallet', 'home']
const STALE_AFTER_FAVORITE = ['merchant', 'voucher']

type FixButtonProps = {
  fix: () => Promise<unknown>
  label: string
  /** Cache keys that the fix makes stale. */
  stale: string[]
  isBusy: boolean | undefined
  checkAgain: () => void
}

/** Fixes the reason with one tap, then checks again. */
function FixButton({ fix, label, stale, isBusy = false, checkAgain }: FixButtonProps) {
  const [isFixing, setFixing] = useState(false)
  const isBlocked = isFixing || isBusy
  const run = async () => {
    setFixing(true)
    try {
      await fix()
      for (const key of stale) markStale(key)
      checkAgain()
    } catch (error) {
      const { title, text } = describeFailure(error)
      showToast(`${title}. ${text}`)
    }
    setFixing(false)
  }
  return (
    <button type="button" class="button" aria-disabled={isBlocked} onClick={() => isBlocked || run()}>
      {label}
    </button>
  )
}
