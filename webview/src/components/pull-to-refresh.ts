import { markStale } from '../api/cache.ts'
import { currentPlace } from '../routing/navigation.ts'
import type { Route } from '../routing/route.ts'
import { hasHost } from '../session/host.ts'
import './pull-to-refresh.css'

/** The screens that show what the service knows. A redemption under way must not be disturbed. */
const SCREENS = new Set<Route['screen']>(['home', 'merchant', 'voucher', 'wallet'])
/** A pull refreshes from here on, and the mark follows the finger no farther. */
const PULLED_PX = 72
/** The mark follows slower than the finger, as if something held it. */
const RESISTANCE = 0.5
/** A finger that moved less has no direction yet. */
const MIN_MOVE_PX = 8
/** So long the mark turns at least: a flash would look like a mistake. */
const SHOWN_MS = 700

/**
 * Pulling down at the top of a screen loads it again. A browser does this itself, so it is only for pages inside a host and
 * on the home screen of a phone. A host with its own gesture opens the app with `?pull=false`.
 */
export function installPullToRefresh(): void {
  if (!isNeeded()) return
  // Otherwise the page around the frame would move or reload, too.
  document.documentElement.classList.add('pulls')
  const mark = document.createElement('div')
  mark.className = 'pull-mark'
  mark.ariaHidden = 'true'
  document.body.append(mark)
  let start: { x: number; y: number } | null = null

  const show = (px: number) => mark.style.setProperty('--pulled', `${px}px`)
  const end = () => {
    start = null
    mark.classList.remove('pulled')
    show(0)
  }
  const onStart = ({ touches }: TouchEvent) => {
    const [finger] = touches
    const isAtTop = window.scrollY <= 0 && SCREENS.has(currentPlace().route.screen)
    start = finger && touches.length === 1 && isAtTop ? { x: finger.clientX, y: finger.clientY } : null
  }
  const onMove = ({ touches }: TouchEvent) => {
    const [finger] = touches
    if (!start || !finger) return
    const [x, y] = [finger.clientX - start.x, finger.clientY - start.y]
    if (Math.hypot(x, y) < MIN_MOVE_PX) return
    // A finger that moves up or aside scrolls.
    if (y <= Math.abs(x) || window.scrollY > 0) return end()
    const pulled = Math.min(PULLED_PX, y * RESISTANCE)
    mark.classList.toggle('pulled', pulled === PULLED_PX)
    show(pulled)
  }
  const onEnd = () => {
    if (mark.classList.contains('pulled')) refresh(mark)
    end()
  }
  addEventListener('touchstart', onStart, { passive: true })
  addEventListener('touchmove', onMove, { passive: true })
  addEventListener('touchend', onEnd)
  addEventListener('touchcancel', end)
}

function isNeeded(): boolean {
  const isOnHomeScreen = matchMedia('(display-mode: standalone)').matches
  return (hasHost() || isOnHomeScreen) && new URLSearchParams(location.search).get('pull') !== 'false'
}

/** What is shown stays until the new data arrives. */
function refresh(mark: HTMLElement): void {
  markStale('')
  mark.classList.add('turning-mark')
  setTimeout(() => mark.classList.remove('turning-mark'), SHOWN_MS)
}
