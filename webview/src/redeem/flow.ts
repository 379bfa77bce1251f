import { back, currentPlace, go, replace } from '../routing/navigation.ts'
import { clearRefusal } from './attempt.ts'

/** The history entries where the outlet was chosen, and where the flow ended in a redemption. */
let chosenAt: string | null = null
let finishedAt: string | null = null

export function continueAtOutlet(voucherId: string, outletId: string): void {
  chosenAt = currentPlace().key
  go({ screen: 'redeem', voucherId, outletId })
}

/** The flow is complete: back now skips the choice of outlet, and the address is that of the redemption. */
export function finishFlow(redemptionId: string): void {
  finishedAt = chosenAt
  const { route } = currentPlace()
  if (route.screen === 'redeem' && route.redemptionId === undefined) replace({ ...route, redemptionId })
}

export function isFinished(place: string): boolean {
  return place === finishedAt
}

export function changeOutletOf(voucherId: string): void {
  clearRefusal()
  const { route, depth } = currentPlace()
  if (route.screen !== 'redeem' || route.outletId === undefined) return
  if (chosenAt !== null && depth > 0) back()
  else replace({ screen: 'redeem', voucherId })
}

/** Goes back to the first screen and from there to the wallet, so that home is below it. */
export function goToWallet(): void {
  const { depth } = currentPlace()
  if (depth === 0) replace({ screen: 'wallet' })
  else {
    addEventListener('popstate', () => go({ screen: 'wallet' }), { once: true })
    history.go(-depth)
  }
}
