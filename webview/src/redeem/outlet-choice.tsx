import { useState } from 'preact/hooks'
import type { Outlet, Voucher } from '../api/routes.ts'
import { NextIcon, PinIcon } from '../components/icons.tsx'
import { format, words } from '../language/words.ts'
import { byDistance } from '../position/distance.ts'
import { lastPosition, type Position } from '../position/locate.ts'
import { addressOf } from '../position/map-link.ts'
import { OpeningLine } from '../position/opening-line.tsx'
import { outletAt, takesVouchers } from '../position/outlet-at.ts'
import { continueAtOutlet } from './flow.ts'
import { StepHeading } from './step-heading.tsx'
import { Subject } from './subject.tsx'
import { hasConsented, useLocation } from './use-location.ts'

type Props = {
  voucher: Voucher
  outlets: Outlet[]
  onLocatedAt: (outlet: Outlet, position: Position) => void
}

/**
 * Lists outlets, the nearest first if the position is known. Outlets that are not set up come last. If the user is at
 * exactly one outlet when they share their location, it is chosen for them.
 */
export function OutletChoice({ voucher, outlets, onLocatedAt }: Props) {
  const [position, setPosition] = useState(lastPosition)
  const { stage, start } = useLocation((found) => {
    setPosition(found)
    const outlet = outletAt(found, outlets)
    if (outlet) onLocatedAt(outlet, found)
  })
  const labels = words.redeem.location
  const sorted = byDistance(outlets, position)
  const ordered = [
    ...sorted.filter(({ place }) => takesVouchers(place)),
    ...sorted.filter(({ place }) => !takesVouchers(place)),
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
      <Subject voucherId={voucher.id} outletId={undefined} />
      <StepHeading>{words.redeem.chooseOutlet}</StepHeading>
      {/* A position that was shared for another purpose is not stored with a redemption. */}
      {(position === null || !hasConsented()) && outlets.some(({ latitude }) => latitude !== undefined) && (
        <div class="card share-location">
          <p class="quiet-text">{labels.nearestWhy}</p>
          <p role="status">
            {stage === 'locating' ? labels.locating : stage === 'idle' ? null : labels[stage]}
          </p>
          <button
            type="button"
            class="button quiet"
            aria-disabled={stage === 'locating'}
            onClick={() => stage === 'locating' || start({ mustBeFresh: true })}
          >
            <PinIcon />
            {stage === 'idle' || stage === 'locating' ? labels.use : words.retry}
          </button>
        </div>
      )}
      <ul class="cards">
        {ordered.map(({ place, meters }) => (
          <li key={place.id}>
            <OutletCard
              outlet={place}
              meters={meters}
              onChoose={() => continueAtOutlet(voucher.id, place.id)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

type CardProps = { outlet: Outlet; meters: number | null; onChoose: () => void }

function OutletCard({ outlet, meters, onChoose }: CardProps) {
  const isReady = takesVouchers(outlet)
  return (
    <button
      type="button"
      id={`outlet-${outlet.id}`}
      class="card outlet-card"
      disabled={!isReady}
      onClick={onChoose}
    >
      <span class="outlet-text">
        <span class="outlet-name">
          <bdi>{outlet.name}</bdi>
        </span>
        <span class="quiet-text">
          <bdi>{addressOf(outlet)}</bdi>
        </span>
        <OpeningLine outlet={outlet} />
        {!isReady && <span class="quiet-text">{words.redeem.notReady}</span>}
      </span>
      {meters !== null && <span class="outlet-distance">{format.distance(meters)}</span>}
      {isReady && <NextIcon />}
    </button>
  )
}
