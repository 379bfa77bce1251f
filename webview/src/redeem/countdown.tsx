import { useEffect, useState } from 'preact/hooks'
import { format, words } from '../language/words.ts'
import { limitedUntil } from './attempt-limit.ts'

/** How often to check if the remaining time is unknown. */
const CHECK_AGAIN_MS = 5_000

type Props = { outletId: string | undefined; checkAgain: () => void }

export function Countdown({ outletId, checkAgain }: Props) {
  const [until] = useState(() => limitedUntil(outletId))
  return until === null ? (
    <PeriodicCheck checkAgain={checkAgain} />
  ) : (
    <RunningCountdown until={until} checkAgain={checkAgain} />
  )
}

function RunningCountdown({ until, checkAgain }: { until: number; checkAgain: () => void }) {
  const left = useSecondsUntil(until)
  const clock = `${format.number(Math.floor(left / 60))}:${twoDigits(left % 60)}`
  return (
    <>
      {left > 0 && (
        <p class="countdown">
          {words.redeem.retryIn} <strong role="timer">{clock}</strong>
        </p>
      )}
      <p class="visually-hidden" role="status">
        {left === 0 && words.redeem.retryNow}
      </p>
      <button type="button" class="button" disabled={left > 0} onClick={checkAgain}>
        {words.retry}
      </button>
    </>
  )
}

function PeriodicCheck({ checkAgain }: { checkAgain: () => void }) {
  useEffect(() => {
    const timer = setInterval(checkAgain, CHECK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [checkAgain])
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
