import { useEffect } from 'preact/hooks'
import type { Outlet } from '../api/routes.ts'
import { PinIcon } from '../components/icons.tsx'
import { words } from '../language/words.ts'
import type { Position } from '../position/locate.ts'
import { StepHeading } from './step-heading.tsx'
import { Subject } from './subject.tsx'
import { hasConsented, useLocation } from './use-location.ts'

/** The position, the decision to skip it or to locate again, or null if undecided. */
export type Where = Position | 'skipped' | 'locate-again' | null

type Props = { voucherId: string; outlet: Outlet; mustBeFresh: boolean; onSettled: (where: Where) => void }

/** Comes before the hand-over, so that no permission dialog appears while the staff hold the phone. */
export function LocationStep({ voucherId, outlet, mustBeFresh, onSettled }: Props) {
  const { stage, start } = useLocation(onSettled)
  const labels = words.redeem.location
  useEffect(() => {
    if (hasConsented()) start({ mustBeFresh })
  }, [start, mustBeFresh])
  const isLocating = stage === 'locating'
  return (
    <div class="location-step">
      <Subject voucherId={voucherId} outletId={outlet.id} />
      <span class={isLocating ? 'beacon searching' : 'beacon'}>
        <PinIcon />
      </span>
      <StepHeading>{labels.title(outlet.name)}</StepHeading>
      <p>{labels.why}</p>
      <p role="status" class="location-status">
        {isLocating ? labels.locating : stage === 'idle' ? null : labels[stage]}
      </p>
      <button
        type="button"
        class="button wide"
        aria-disabled={isLocating}
        onClick={() => isLocating || start({ mustBeFresh: stage !== 'idle' })}
      >
        {stage === 'idle' || isLocating ? labels.use : words.retry}
      </button>
      <button
        type="button"
        class="button quiet wide"
        aria-describedby="review-note"
        onClick={() => onSettled('skipped')}
      >
        {labels.without}
      </button>
      <p class="quiet-text" id="review-note">
        {labels.review}
      </p>
    </div>
  )
}
