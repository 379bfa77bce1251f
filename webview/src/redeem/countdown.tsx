import { useEffect, useState } from 'preact/hooks'
import { format, words } from '../language/words.ts'
import { knownLimit } from './attempt-limit.ts'

/** Where nobody knows how long, it is asked again now and then. */
const LOOK_AGAIN_MS = 5_000

type Props = { outletId: string | undefined; lookAgain: () => void }

export function Countdown({ outletId, lookAgain }: Props) {
  const [until] = useState(() => knownLimit(outletId))
  return until === null ? <Asking lookAgain={lookAgain} /> : <Ticking until={until} lookAgain={lookAgain} />
}

function Ticking({ until, lookAgain }: { until: number; lookAgain: () => void }) {
  const left = useSecondsUntil(until)
  const clock = `${format.number(Math.floor(left / 60))}:${twoDigits(left % 60)}`
  return (
    <>
      {left > 0 && (
        <p class="countdown">
          {words.redeem.retryIn} <strong role="timer">{clock}</strong>
        </p>
      )}
      <p class="unseen" role="status">
        {left === 0 && words.redeem.retryNow}
      </p>
      <button type="button" class="button" disabled={left > 0} onClick={lookAgain}>
        {words.retry}
      </button>
    </>
  )
}

function Asking({ lookAgain }: { lookAgain: () => void }) {
  useEffect(() => {
    const timer = setInterval(lookAgain, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [lookAgain])
  return null
}

function useSecondsUntil(until: number): number {
  const measure = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const [left, setLeft] = useState(measure)
  useEffect(() => {
    const timer = setInterval(() => setLeft(measure()), 250)
    return () => clearInterval(timer)
  }, [until])
  return left
}

function twoDigits(value: number): string {
  return `${value < 10 ? format.number(0) : ''}${format.number(value)}`
}
