import { useState } from 'preact/hooks'
import type { Outlet } from '../api/routes.ts'
import { format, words } from '../language/words.ts'
import { PinIcon } from '../parts/icons.tsx'
import { say } from '../parts/toast.tsx'
import { byDistance } from '../position/distance.ts'
import { lastPosition, locate } from '../position/locate.ts'
import { addressOf, mapLink } from '../position/map-link.ts'
import './outlet-list.css'

/** Where to go: nearest first where the user has said where they are. */
export function OutletList({ outlets }: { outlets: Outlet[] }) {
  const [position, setPosition] = useState(lastPosition())
  const canBeMeasured = outlets.some(({ latitude }) => latitude !== undefined)
  return (
    <section aria-labelledby="outlets">
      <h2 id="outlets">{words.merchant.outlets}</h2>
      {outlets.length === 0 && <p class="quiet-text">{words.merchant.noOutlets}</p>}
      {position === null && canBeMeasured && <HowFar found={() => setPosition(lastPosition())} />}
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

function HowFar({ found }: { found: () => void }) {
  const [isLocating, setLocating] = useState(false)
  const { nearby } = words.home
  const find = async () => {
    setLocating(true)
    const position = await locate()
    setLocating(false)
    if (typeof position !== 'string') found()
    else say(position === 'denied' ? nearby.denied : nearby.unavailable)
  }
  return (
    <div class="how-far">
      <p class="quiet-text">{words.merchant.distances.why}</p>
      <button type="button" class="button quiet" disabled={isLocating} onClick={find}>
        {isLocating ? nearby.locating : words.merchant.distances.ask}
      </button>
    </div>
  )
}
