import { useEffect, useRef, useState } from 'preact/hooks'
import type { Failure } from '../api/failure.ts'
import { QrPicture } from '../components/dispensed-code.tsx'
import { describeFailure } from '../language/describe-failure.ts'
import { words } from '../language/words.ts'
import { currentIdentity } from '../session/session.ts'
import { codeWords } from './code-words.ts'
import { changeOutletOf } from './flow.ts'
import { dropAttempt, type KeptBody, keptAttemptFor } from './kept-attempt.ts'
import { followLeftCode } from './resume.ts'
import { StepHeading } from './step-heading.tsx'
import { Subject } from './subject.tsx'
import { intentFor, useCode, useOutcome } from './use-code.ts'
import '../components/redemption-ticket.css'
import './show-code.css'

type Props = {
  body: KeptBody
  hasOthers: boolean
  /** Undefined if the outlet takes codes only. */
  usePin: (() => void) | undefined
  onRefused: (failure: Failure) => void
}

/** The code that a device of the outlet scans. The screen becomes that of the redemption once the device has confirmed it. */
export function ShowCode({ body, hasOthers, usePin, onRefused }: Props) {
  const [intent] = useState(() => intentFor(body))
  const refuse = (failure: Failure) => {
    dropAttempt(intent.idempotencyKey)
    onRefused(failure)
  }
  const { code, error } = useCode(intent, refuse)
  useOutcome(intent, refuse)
  const isForPin = useRef(false)
  useEffect(() => {
    // A reload continues the intent, and the PIN has its key. In any other case, the user has left it.
    return () => {
      const kept = keptAttemptFor(currentIdentity(), intent.body.voucherId)
      if (!isForPin.current && kept?.idempotencyKey === intent.idempotencyKey) void followLeftCode(intent)
    }
  }, [intent])
  const goToPin = () => {
    isForPin.current = true
    usePin?.()
  }
  const changeOutlet = () => {
    // An intent that is still kept would lead back to its outlet.
    dropAttempt(intent.idempotencyKey)
    changeOutletOf(body.voucherId)
  }
  const labels = codeWords()
  return (
    <div class="show-code">
      <Subject voucherId={body.voucherId} outletId={body.outletId}>
        {hasOthers && (
          <button type="button" class="another-outlet" onClick={changeOutlet}>
            {words.redeem.changeOutlet}
          </button>
        )}
      </Subject>
      <StepHeading>{code ? labels.title : words.redeem.checking}</StepHeading>
      <p class="quiet-text" role={error ? 'alert' : undefined}>
        {error ? describeFailure(error).text : labels.text}
      </p>
      {code && (
        <div class="show-code-paper">
          <QrPicture text={code.code} label={labels.picture} />
          <p>{labels.digits}</p>
          <p class="show-code-digits" dir="ltr">
            {code.digits.replace(/^(...)/, '$1 ')}
          </p>
        </div>
      )}
      {usePin && (
        <button type="button" class="button quiet wide" onClick={goToPin}>
          {labels.usePin}
        </button>
      )}
    </div>
  )
}
