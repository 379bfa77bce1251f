import { back, currentPlace, go, replace } from '../routing/navigation.ts'
import { clearRefusal } from './attempt.ts'
import { forgetChoice, keepChoice } from './kept-choice.ts'

/** The history entry where the outlet of the last redemption was chosen. */
let finishedAt: string | null = null

export function continueAtOutlet(voucherId: string, outletId: string): void {
  keepChoice(voucherId, outletId)
  go({ screen: 'redeem', voucherId, outletId, chosenAt: currentPlace().key })
}

/** The position has chosen the outlet. Back skips the choice, since its question was answered. */
export function stayAtOutlet(voucherId: string, outletId: string): void {
  keepChoice(voucherId, outletId)
  replace({ screen: 'redeem', voucherId, outletId })
}

/** The flow is complete: back now skips the choice of outlet, and the address is that of the redemption. */
export function finishFlow(redemptionId: string): void {
  const { route } = currentPlace()
  if (route.screen !== 'redeem') return
  finishedAt = route.chosenAt ?? null
  forgetChoice()
  if (route.redemptionId === undefined) replace({ ...route, redemptionId })
}

export function isFinished(place: string): boolean {
  return place === finishedAt
}

export function changeOutletOf(voucherId: string): void {
  clearRefusal()
  forgetChoice()
  const { route, depth } = currentPlace()
  if (route.screen !== 'redeem') return
  if (route.chosenAt !== undefined && depth > 0) back()
  else replace({ screen: 'redeem', voucherId })
}

/** The history has every redemption. The other view of the wallet only has vouchers that were claimed. */
const HISTORY = { screen: 'wallet', view: 'history' } as const

/** Goes back to the first screen and from there to the history, so that home is below it. */
export function goToHistory(): void {
  const { depth } = currentPlace()
  if (depth === 0) replace(HISTORY)
  else {
    addEventListener('popstate', () => go(HISTORY), { once: true })
    history.go(-depth)
  }
}
