import { useLayoutEffect } from 'preact/hooks'

/** The second tap of a double tap must not reach what the first one has opened. */
const GUARD_MS = 500
const GUARDED = 'taps-guarded'

let tappedAt = Number.NEGATIVE_INFINITY
let guardedUntil = Number.NEGATIVE_INFINITY
let isEarly = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Judged by when the finger came down: a slow phone handles the tap later. */
addEventListener(
  'pointerdown',
  ({ timeStamp }) => {
    const leftMs = guardedUntil - timeStamp
    isEarly = leftMs > 0 && leftMs <= GUARD_MS
    tappedAt = timeStamp
  },
  true,
)
addEventListener(
  'click',
  (event) => {
    // The tap came from a key or an assistive technology.
    if (event.detail === 0) return
    tappedAt = event.timeStamp
    if (!isEarly) return
    event.preventDefault()
    event.stopImmediatePropagation()
  },
  true,
)

/** For a screen, or a part of it that takes the place of another: it takes no pointer until 500 ms after the last one. */
export function useTapGuard(part?: unknown): void {
  useLayoutEffect(() => {
    guardedUntil = tappedAt + GUARD_MS
    const leftMs = Math.min(GUARD_MS, guardedUntil - performance.now())
    if (leftMs <= 0) return
    // Without this, the tap would still focus or highlight something.
    const { classList } = document.documentElement
    classList.add(GUARDED)
    clearTimeout(timer)
    timer = setTimeout(() => classList.remove(GUARDED), leftMs)
  }, [part])
}
