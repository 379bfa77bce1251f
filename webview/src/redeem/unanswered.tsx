import { words } from '../language/words.ts'
import { type Attempt, retryNow } from './attempt.ts'
import { StepHeading } from './step-heading.tsx'
import { Subject } from './subject.tsx'

/** The request may have arrived although its response did not. It is retried with the same key. */
export function Unanswered({ attempt, isAsking }: { attempt: Attempt; isAsking: boolean }) {
  const labels = words.redeem.unanswered
  return (
    <div class="reasons">
      <Subject voucherId={attempt.voucherId} outletId={attempt.outletId} />
      <span class="spinner" aria-hidden="true" />
      <StepHeading>{labels.title}</StepHeading>
      <p>{labels.text}</p>
      <p role="status" class="quiet-text">
        {isAsking ? labels.asking : labels.waiting}
      </p>
      <button type="button" class="button" aria-disabled={isAsking} onClick={retryNow}>
        {words.retry}
      </button>
    </div>
  )
}
