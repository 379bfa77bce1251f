import { describeFailure } from '../language/describe-failure.ts'
import { words } from '../language/words.ts'
import { type Attempt, retryNow } from './attempt.ts'
import { StepHeading } from './step-heading.tsx'
import { Subject } from './subject.tsx'

/** The request may have arrived although its response did not. It is retried with the same key. */
export function Unanswered({ attempt, isAsking }: { attempt: Attempt; isAsking: boolean }) {
  const labels = words.redeem.unanswered
  const { title, text, waiting } = describe(attempt)
  return (
    <div class="reasons">
      <Subject voucherId={attempt.voucherId} outletId={attempt.outletId} />
      <span class="spinner" aria-hidden="true" />
      <StepHeading key={title}>{title}</StepHeading>
      <p>{text}</p>
      <p role="status" class="quiet-text">
        {isAsking ? labels.asking : waiting}
      </p>
      <button type="button" class="button" aria-disabled={isAsking} onClick={retryNow}>
        {words.retry}
      </button>
    </div>
  )
}

/** At the limit of the partner, the wait has nothing to do with the connection. */
function describe({ stage }: Attempt): { title: string; text: string; waiting: string } {
  const labels = words.redeem.unanswered
  const failure = 'failure' in stage ? stage.failure : null
  return failure?.code === 'partner_limited' ? { ...describeFailure(failure), waiting: labels.busy } : labels
}
