import { useState } from 'preact/hooks'
import { cached, keep, markStale } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { Redemption } from '../api/routes.ts'
import { useAnswer } from '../api/use-answer.ts'

type Pages = { redemptions: Redemption[]; next: string | null }

const KEY = 'redemptions'
const PAGE_SIZE = 20
const MOST_AT_ONCE = 200

export type History = ReturnType<typeof useHistory>

/** What was redeemed, newest first, as far as it was asked for. */
export function useHistory() {
  const { data, error, retry } = useAnswer<Pages>(KEY, loadSeen)
  const [olderIs, setOlder] = useState<'loading' | 'failed' | null>(null)
  const older = async () => {
    const known = cached<Pages>(KEY)?.data
    if (!known?.next || olderIs === 'loading') return
    setOlder('loading')
    try {
      await appendOlder(known.next)
      setOlder(null)
    } catch {
      setOlder('failed')
    }
  }
  return { redemptions: data?.redemptions, hasOlder: Boolean(data?.next), older, olderIs, error, retry }
}

/** To what is there when the page comes: after a redemption in the meantime, the older ones begin elsewhere. */
async function appendOlder(from: string): Promise<void> {
  const { body, next } = await call('listMyRedemptions', { query: {} }, { next: from })
  const known = cached<Pages>(KEY)
  if (known?.data.next !== from) return known?.data.next ? appendOlder(known.data.next) : undefined
  keep(KEY, { redemptions: [...known.data.redemptions, ...body], next })
  if (known.at === 0) markStale(KEY)
}

/** From the newest as far down as was seen before, so that whoever comes back finds their place, and all of it as it is now. */
async function loadSeen(): Promise<Pages> {
  const countSeen = () => cached<Pages>(KEY)?.data.redemptions.length ?? 0
  const pages = Math.max(1, Math.ceil(countSeen() / PAGE_SIZE))
  const limit = Math.min(pages * PAGE_SIZE, MOST_AT_ONCE)
  let page = await call('listMyRedemptions', { query: { limit } })
  const redemptions = [...page.body]
  while (page.next !== null && redemptions.length < countSeen()) {
    page = await call('listMyRedemptions', { query: {} }, { next: page.next })
    redemptions.push(...page.body)
  }
  return { redemptions, next: page.next }
}
