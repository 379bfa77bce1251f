import { useEffect, useState } from 'preact/hooks'
import { words } from '../language/words.ts'
import { isLocationAllowed, locate, type NoPosition } from '../position/locate.ts'

type State = 'asking' | 'locating' | NoPosition

/** Explains before the phone asks, since a refusal there is hard to undo. The step is skipped if already allowed. */
export function NearbyQuestion({ found, giveUp }: { found: () => void; giveUp: () => void }) {
  const [state, setState] = useState<State>('asking')
  const { nearby } = words.home
  const find = async () => {
    setState('locating')
    const position = await locate()
    if (typeof position === 'string') setState(position)
    else found()
  }
  useEffect(() => {
    let isWanted = true
    isLocationAllowed().then((may) => (isWanted && may ? find() : undefined))
    return () => {
      isWanted = false
    }
  }, [])

  const text = {
    asking: nearby.why,
    locating: nearby.locating,
    denied: nearby.denied,
    unavailable: nearby.unavailable,
    too_slow: nearby.unavailable,
  }[state]
  return (
    <section class="card nearby" aria-label={words.home.near}>
      <p role="status">{text}</p>
      <div class="choices">
        {state !== 'denied' && (
          <button type="button" class="button" disabled={state === 'locating'} onClick={find}>
            {state === 'asking' || state === 'locating' ? nearby.ask : words.retry}
          </button>
        )}
        <button type="button" class="button quiet" onClick={giveUp}>
          {state === 'denied' ? words.close : nearby.notNow}
        </button>
      </div>
    </section>
  )
}
