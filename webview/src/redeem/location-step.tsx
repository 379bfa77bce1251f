import { useEffect } from 'preact/hooks'
import type { Outlet } from '../api/routes.ts'
import { words } from '../language/words.ts'
import { PinIcon } from '../parts/icons.tsx'
import type { Position } from '../position/locate.ts'
import { StepHeading } from './step-heading.tsx'
import { hasConsented, useLocation } from './use-location.ts'

/** Where the user is, that they would rather not say, that they want to be looked for anew, or not settled yet. */
export type Where = Position | 'not-told' | 'anew' | null

type Props = { outlet: Outlet; isAnew: boolean; onSettled: (where: Where) => void }

/** Before the phone is handed over, so that no question of the system comes up in the hands of the staff. */
export function LocationStep({ outlet, isAnew, onSettled }: Props) {
  const { stage, start } = useLocation(onSettled)
  const told = words.redeem.location
  useEffect(() => {
    if (hasConsented()) start({ isAnew })
  }, [start, isAnew])
  const isLocating = stage === 'locating'
  return (
    <div class="location-step">
      <span class={isLocating ? 'beacon searching' : 'beacon'}>
        <PinIcon />
      </span>
      <StepHeading>{told.title(outlet.name)}</StepHeading>
      <p>{told.why}</p>
      <p role="status" class="location-status">
        {isLocating ? told.locating : stage === 'idle' ? null : told[stage]}
      </p>
      <button
        type="button"
        class="button wide"
        aria-disabled={isLocating}
        onClick={() => isLocating || start({ isAnew: stage !== 'idle' })}
      >
        {stage === 'idle' || isLocating ? told.use : words.retry}
      </button>
      <button
        type="button"
        class="button quiet wide"
        aria-describedby="review-note"
        onClick={() => onSettled('not-told')}
      >
        {told.without}
      </button>
      <p class="quiet-text" id="review-note">
        {told.review}
      </p>
    </div>
  )
}
