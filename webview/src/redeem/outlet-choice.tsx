import { useState } from 'preact/hooks'
import type { Outlet, Voucher } from '../api/routes.ts'
import { format, words } from '../language/words.ts'
import { NextIcon, PinIcon } from '../parts/icons.tsx'
import { byDistance } from '../position/distance.ts'
import { lastPosition } from '../position/locate.ts'
import { addressOf } from '../position/map-link.ts'
import { goOnWith } from './flow.ts'
import { StepHeading } from './step-heading.tsx'
import { useLocation } from './use-location.ts'

/** Nearest first where the position is known; those that cannot take a voucher last. */
export function OutletChoice({ voucher, outlets }: { voucher: Voucher; outlets: Outlet[] }) {
  const [position, setPosition] = useState(lastPosition)
  const { stage, start } = useLocation(setPosition)
  const told = words.redeem.location
  const sorted = byDistance(outlets, position)
  const ordered = [
    ...sorted.filter(({ place }) => place.hasPin),
    ...sorted.filter(({ place }) => !place.hasPin),
  ]
  if (outlets.length === 0) {
    return (
      <div class="empty">
        <StepHeading>{words.redeem.noOutlets.title}</StepHeading>
        <p>{words.redeem.noOutlets.text}</p>
      </div>
    )
  }
  return (
    <>
      <StepHeading>{words.redeem.chooseOutlet}</StepHeading>
      {position === null && outlets.some(({ latitude }) => latitude !== undefined) && (
        <div class="card ask-location">
          <p class="quiet-text">{told.nearestWhy}</p>
          <p role="status">{stage === 'locating' ? told.locating : stage === 'idle' ? null : told[stage]}</p>
          <button
            type="button"
            class="button quiet"
            aria-disabled={stage === 'locating'}
            onClick={() => stage === 'locating' || start({ isAnew: true })}
          >
            <PinIcon />
            {stage === 'idle' || stage === 'locating' ? told.use : words.retry}
          </button>
        </div>
      )}
      <ul class="cards">
        {ordered.map(({ place, meters }) => (
          <li key={place.id}>
            <OutletCard outlet={place} meters={meters} onChoose={() => goOnWith(voucher.id, place.id)} />
          </li>
        ))}
      </ul>
    </>
  )
}

type CardProps = { outlet: Outlet; meters: number | null; onChoose: () => void }

function OutletCard({ outlet, meters, onChoose }: CardProps) {
  return (
    <button
      type="button"
      id={`outlet-${outlet.id}`}
      class="card outlet-card"
      disabled={!outlet.hasPin}
      onClick={onChoose}
    >
      <span class="outlet-text">
        <span class="outlet-name">
          <bdi>{outlet.name}</bdi>
        </span>
        <span class="quiet-text">
          <bdi>{addressOf(outlet)}</bdi>
        </span>
        {!outlet.hasPin && <span class="quiet-text">{words.redeem.notReady}</span>}
      </span>
      {meters !== null && <span class="outlet-distance">{format.distance(meters)}</span>}
      {outlet.hasPin && <NextIcon />}
    </button>
  )
}
