import { getCached, setCached } from '../api/cache.ts'

/** The outlet that was chosen for a redemption that is not finished. */
type Choice = { voucherId: string; outletId: string } | null

export const CHOICE_KEY = 'redemption-choice'
/** Later, the user is likely to be elsewhere. */
const MAX_AGE_MS = 3_600_000
const PAGE_STARTED_MS = Date.now()

export function keepChoice(voucherId: string, outletId: string): void {
  setCached<Choice>(CHOICE_KEY, { voucherId, outletId })
}

export function forgetChoice(): void {
  if (getCached<Choice>(CHOICE_KEY)?.data) setCached<Choice>(CHOICE_KEY, null)
}

/** The outlet that was chosen on an earlier page. On the same page, back leads to another choice. */
export function outletOfEarlierPage(voucherId: string): string | undefined {
  const { data: choice, at = 0 } = getCached<Choice>(CHOICE_KEY) ?? {}
  const isOfEarlierPage = at < PAGE_STARTED_MS && at > PAGE_STARTED_MS - MAX_AGE_MS
  return choice?.voucherId === voucherId && isOfEarlierPage ? choice.outletId : undefined
}
