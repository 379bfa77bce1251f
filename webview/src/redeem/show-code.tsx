import { useEffect, useRef, useState } from 'preact/hooks'
import type { Failure } from '../api/failure.ts'
import { QrPicture } from '../components/dispensed-code.tsx'
import { describeFailure } from '../language/describe-failure.ts'
import { words } from '../language/words.ts'
import { codeWords } from './code-words.ts'
import { dropAttempt, type KeptBody } from './kept-attempt.ts'
import { StepHeading } from './step-heading.tsx'
import { Subject } from './subject.tsx'
import { intentFor, useCode, useOutcome } from './use-code.ts'
import '../components/redemption-ticket.css'
import './show-code.css'

type Props = {
  body: KeptBody
  /** Undefined if the outlet takes codes only. */
  usePin: (() => void) | undefined
  onRefused: (failure: Failure) => void
}

/** The code that a device of the outlet scans. The screen becomes that of the redemption once the device has confirmed it. */
export function ShowCode({ body, usePin, onRefused }: Props) {
  const [intent] = useState(() => intentFor(body))
  const { code, error } = useCode(intent, onRefused)
  useOutcome(intent, onRefused)
  const isForPin = useRef(false)
  useEffect(() => {
    // A reload continues the intent, and the PIN has its key. In any other case, the user has left it.
    return () => {
      if (!isForPin.current) dropAttempt(intent.idempotencyKey)
    }
  }, [intent])
  const goToPin = () => {
    isForPin.current = true
    usePin?.()
  }
  const labels = codeWords()
  return (
    <div class="show-code">
      <Subject voucherId={body.voucherId} outletId={body.outletId} />
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
