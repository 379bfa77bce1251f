import { useState } from 'preact/hooks'
import type { Outlet } from '../api/routes.ts'
import { PinIcon } from '../components/icons.tsx'
import { showToast } from '../components/toast.tsx'
import { format, words } from '../language/words.ts'
import { byDistance } from './distance.ts'
import { lastPosition, locate } from './locate.ts'
import { addressOf, mapLink } from './map-link.ts'
import { OpeningLine } from './opening-line.tsx'
import './outlet-list.css'

/** The outlets, nearest first if the position is known. */
export function OutletList({ outlets }: { outlets: Outlet[] }) {
  const [position, setPosition] = useState(lastPosition())
  const canBeMeasured = outlets.some(({ latitude }) => latitude !== undefined)
  return (
    <section aria-labelledby="outlets">
      <h2 id="outlets">{words.merchant.outlets}</h2>
      {outlets.length === 0 && <p class="quiet-text">{words.merchant.noOutlets}</p>}
      {position === null && canBeMeasured && <DistancesOffer found={() => setPosition(lastPosition())} />}
      <ul class="cards outlets">
        {byDistance(outlets, position).map(({ place, meters }) => (
          <li key={place.id} class="card">
            <div>
              <h3>
                <bdi>{place.name}</bdi>
              </h3>
              <p class="quiet-text">
                <bdi>{addressOf(place)}</bdi>
              </p>
              <OpeningLine outlet={place} />
              {meters !== null && <p class="distance">{words.merchant.away(format.distance(meters))}</p>}
            </div>
            <a
              class="map"
              href={mapLink(place)}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={words.merchant.mapOf(place.name)}
            >
              <PinIcon />
              {words.merchant.map}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function DistancesOffer({ found }: { found: () => void }) {
  const [isLocating, setLocating] = useState(false)
  const { nearby } = words.home
  const find = async () => {
    setLocating(true)
    const position = await locate()
    setLocating(false)
    if (typeof position !== 'string') found()
    else showToast(position === 'denied' ? nearby.denied : nearby.unavailable)
  }
  return (
    <div class="distances-offer">
      <p class="quiet-text">{words.merchant.distances.why}</p>
      <button type="button" class="button quiet" disabled={isLocating} onClick={find}>
        {isLocating ? nearby.locating : words.merchant.distances.ask}
      </button>
    </div>
  )
}
