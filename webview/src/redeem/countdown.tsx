import { useEffect, useState } from 'preact/hooks'
import { type Failure, factsIf } from '../api/failure.ts'
import { format, words } from '../language/words.ts'

/** A look ahead does not say how long; so it is asked again now and then. */
const LOOK_AGAIN_MS = 5_000

type Props = { failure: Failure | undefined; since: number | undefined; lookAgain: () => void }

export function Countdown({ failure, since, lookAgain }: Props) {
  const seconds =
    (failure && factsIf(failure, 'rate_limited')?.retryAfterSeconds) ?? failure?.retryAfterSeconds
  return seconds != null && since !== undefined ? (
    <Ticking until={since + seconds * 1000} lookAgain={lookAgain} />
  ) : (
    <Asking lookAgain={lookAgain} />
  )
}

function Ticking({ until, lookAgain }: { until: number; lookAgain: () => void }) {
  const left = useSecondsUntil(until)
  const clock = `${format.number(Math.floor(left / 60))}:${twoDigits(left % 60)}`
  return (
    <>
      {left > 0 && (
        <p class="countdown">
          {words.redeem.waitFor} <strong role="timer">{clock}</strong>
        </p>
      )}
      <p class="unseen" role="status">
        {left === 0 && words.redeem.waitIsOver}
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
