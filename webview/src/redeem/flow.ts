import { back, go, here, replace } from '../routing/navigation.ts'
import { forgetRefusal } from './attempt.ts'

/** The place where the outlet was chosen, and the one whose flow ended in a redemption. */
let chosenAt: string | null = null
let finishedAt: string | null = null

export function goOnWith(voucherId: string, outletId: string): void {
  chosenAt = here().key
  go({ screen: 'redeem', voucherId, outletId })
}

/** From here the way back leads past the choice of outlet: the flow is over. */
export function finishFlow(): void {
  finishedAt = chosenAt
}

export function isFinished(place: string): boolean {
  return place === finishedAt
}

export function chooseAgain(voucherId: string): void {
  forgetRefusal()
  const { route, depth } = here()
  if (route.screen !== 'redeem' || route.outletId === undefined) return
  if (chosenAt !== null && depth > 0) back()
  else replace({ screen: 'redeem', voucherId })
}

/** Home is always beneath the wallet: back to the first screen, and from there. */
export function goToWallet(): void {
  const { depth } = here()
  if (depth === 0) replace({ screen: 'wallet' })
  else {
    addEventListener('popstate', () => go({ screen: 'wallet' }), { once: true })
    history.go(-depth)
  }
}
