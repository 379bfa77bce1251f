import { words } from '../language/words.ts'
import { askAgain } from './attempt.ts'
import { StepHeading } from './step-heading.tsx'

/** The request may have arrived and its answer not. It is asked for again under the same key. */
export function Unanswered({ isAsking }: { isAsking: boolean }) {
  const told = words.redeem.unanswered
  return (
    <div class="reasons">
      <span class="spinner" aria-hidden="true" />
      <StepHeading>{told.title}</StepHeading>
      <p>{told.text}</p>
      <p role="status" class="quiet-text">
        {isAsking ? told.asking : told.waiting}
      </p>
      <button type="button" class="button" aria-disabled={isAsking} onClick={askAgain}>
        {words.retry}
      </button>
    </div>
  )
}
