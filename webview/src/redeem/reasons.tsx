import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { markStale } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { Failure, FailureCode } from '../api/failure.ts'
import type { Voucher } from '../api/routes.ts'
import { noteFavorite } from '../favorite/favorites.ts'
import { tellFailure } from '../language/failure-words.ts'
import { format, words } from '../language/words.ts'
import { say } from '../parts/toast.tsx'
import { back } from '../routing/navigation.ts'
import { Countdown } from './countdown.tsx'
import { Emblem } from './emblem.tsx'
import { chooseAgain } from './flow.ts'
import { type NextStep, nextStepAfter } from './next-step.ts'
import { StepHeading } from './step-heading.tsx'
import { tellReason } from './tell-reason.ts'

type Props = {
  /** All that stand in the way, in the order of the checks. */
  codes: FailureCode[]
  voucher: Voucher
  /** Where it was asked for, if that is known. */
  outletId?: string
  /** The answer to an attempt; without one, a look ahead. */
  failure?: Failure
  distanceMeters?: number | undefined
  accuracyMeters?: number | undefined
  hasOthers?: boolean
  isBusy?: boolean
  lookAgain: () => void
  relocate?: () => void
  goWithout?: (() => void) | undefined
}

/** Why it cannot be redeemed, in words, and the way on from each reason that has one. */
export function Reasons(props: Props) {
  const { codes, voucher, failure, distanceMeters } = props
  const told = codes.map((code) => ({
    code,
    step: nextStepAfter(code),
    ...tellReason(code, { voucher, failure, distanceMeters }),
  }))
  const [only] = told.length === 1 ? told : []
  const canAllBeMended = told.every(({ step }) => step === 'favorite' || step === 'claim')
  const heading = only?.title ?? (canAllBeMended ? words.redeem.beforeYouRedeem : words.redeem.cannotRedeem)
  return (
    <div class="reasons">
      <Emblem code={only?.code} />
      <StepHeading key={heading}>{heading}</StepHeading>
      <ul class="reason-list">
        {told.map(({ code, step, title, text, more }) => (
          <li key={code} class={only ? 'alone' : 'card'}>
            {!only && <h3>{title}</h3>}
            <p role={failure ? 'alert' : undefined}>{text}</p>
            {more && <p>{more}</p>}
            <WayOn step={step} {...props} />
          </li>
        ))}
      </ul>
      <button type="button" class={hasWayOn(told, props) ? 'button quiet' : 'button'} onClick={back}>
        {words.back}
      </button>
    </div>
  )
}

function hasWayOn(told: { step: NextStep }[], { hasOthers }: Props): boolean {
  return told.some(({ step }) => step !== 'leave' && (step !== 'other-outlet' || hasOthers))
}

function WayOn(props: Props & { step: NextStep }) {
  const { step, voucher, outletId, hasOthers, isBusy, lookAgain, relocate } = props
  const { id, merchantId } = voucher
  if (step === 'claim') {
    const claim = () => call('claimVoucher', { body: { voucherId: id } })
    return <Mend {...{ isBusy, lookAgain }} mend={claim} label={words.redeem.claim} stale={CLAIMED} />
  }
  if (step === 'favorite') {
    const add = async () => {
      await call('addFavorite', { body: { merchantId } })
      noteFavorite(merchantId)
    }
    return <Mend {...{ isBusy, lookAgain }} mend={add} label={words.redeem.addFavorite} stale={FAVORITED} />
  }
  if (step === 'wait') return <Countdown {...{ outletId, lookAgain }} />
  if (step === 'other-outlet') {
    return hasOthers ? <Way onClick={() => chooseAgain(id)}>{words.redeem.changeOutlet}</Way> : null
  }
  if (step === 'locate') {
    return (
      <>
        <Way onClick={relocate ?? lookAgain}>{words.redeem.location.again}</Way>
        <Doubt {...props} />
      </>
    )
  }
  if (step === 'leave') return null
  return <Way onClick={lookAgain}>{words.retry}</Way>
}

function Way({ onClick, children }: { onClick: () => void; children: ComponentChildren }) {
  return (
    <button type="button" class="button" onClick={onClick}>
      {children}
    </button>
  )
}

/** Only where the phone itself is in doubt: otherwise too far is too far. */
function Doubt({ goWithout, accuracyMeters, hasOthers, voucher }: Props) {
  const told = words.redeem.location
  return (
    <>
      {hasOthers && (
        <button type="button" class="button quiet" onClick={() => chooseAgain(voucher.id)}>
          {words.redeem.changeOutlet}
        </button>
      )}
      {goWithout && (
        <>
          <p>{accuracyMeters !== undefined && told.unsure(format.distance(accuracyMeters))}</p>
          <button type="button" class="button quiet" aria-describedby="review-note" onClick={goWithout}>
            {told.without}
          </button>
          <p class="quiet-text" id="review-note">
            {told.review}
          </p>
        </>
      )}
    </>
  )
}

const CLAIMED = ['voucher', 'claims']
const FAVORITED = ['merchant', 'voucher']

type MendProps = {
  mend: () => Promise<unknown>
  label: string
  /** What has been seen and is not so any more. */
  stale: string[]
  isBusy: boolean | undefined
  lookAgain: () => void
}

/** Does what was missing, by one tap, and looks again. */
function Mend({ mend, label, stale, isBusy = false, lookAgain }: MendProps) {
  const [isMending, setMending] = useState(false)
  const isBlocked = isMending || isBusy
  const run = async () => {
    setMending(true)
    try {
      await mend()
      for (const key of stale) markStale(key)
      lookAgain()
    } catch (error) {
      const { title, text } = tellFailure(error)
      say(`${title}. ${text}`)
    }
    setMending(false)
  }
  return (
    <button type="button" class="button" aria-disabled={isBlocked} onClick={() => isBlocked || run()}>
      {label}
    </button>
  )
}
