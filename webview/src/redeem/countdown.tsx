import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Failure } from '../api/failure.ts'
import { factsIf } from '../api/failure.ts'
import type { Preview } from '../api/routes.ts'
import { LONG_WAIT_SECONDS } from '../language/failures/failure-words.ts'
import { format, words } from '../language/words.ts'

type Props = {
  /** The refusal or the preview that says how long to wait. */
  source: Failure | Preview | undefined
  checkAgain: () => void
}

/** The end of a long wait as a clock time, of a short one as a running countdown. Until then, the user cannot try again. */
export function Countdown({ source, checkAgain }: Props) {
  const until = useMemo(() => Date.now() + secondsIn(source) * 1000, [source])
  const left = useSecondsUntil(until)
  const clock = `${format.number(Math.floor(left / 60))}:${twoDigits(left % 60)}`
  return (
    <>
      {left > LONG_WAIT_SECONDS ? (
        <p role="timer">
          {words.failures.rate_limited.text({ retryAfterSeconds: (until - Date.now()) / 1000 })}
        </p>
      ) : (
        left > 0 && (
          <p class="countdown">
            {words.redeem.retryIn} <strong role="timer">{clock}</strong>
          </p>
        )
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

function secondsIn(source: Props['source']): number {
  if (source instanceof Error) {
    return factsIf(source, 'rate_limited')?.retryAfterSeconds ?? source.retryAfterSeconds ?? 0
  }
  return source?.retryAfterSeconds ?? 0
}

function useSecondsUntil(until: number): number {
  const measure = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const [, redraw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), 250)
    return () => clearInterval(timer)
  }, [])
  return measure()
}

function twoDigits(value: number): string {
  return `${value < 10 ? format.number(0) : ''}${format.number(value)}`
}
