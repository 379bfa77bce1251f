import { useState } from 'preact/hooks'
import { cached, keep } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { Redemption } from '../api/routes.ts'
import { useAnswer } from '../api/use-answer.ts'

type Pages = { redemptions: Redemption[]; next: string | null }

const KEY = 'redemptions'
const PAGE_SIZE = 20

export type History = ReturnType<typeof useHistory>

/** What was redeemed, newest first, as far as it was asked for. */
export function useHistory() {
  const { data, error, retry } = useAnswer<Pages>(KEY, loadNewest)
  const [olderIs, setOlder] = useState<'loading' | 'failed' | null>(null)
  const older = async () => {
    const known = cached<Pages>(KEY)?.data
    if (!known?.next || olderIs === 'loading') return
    setOlder('loading')
    try {
      const { body, next } = await call('listMyRedemptions', { query: {} }, { next: known.next })
      keep(KEY, { redemptions: [...known.redemptions, ...body], next })
      setOlder(null)
    } catch {
      setOlder('failed')
    }
  }
  return { redemptions: data?.redemptions, hasOlder: Boolean(data?.next), older, olderIs, error, retry }
}

/** The newest page; the older ones stay where they meet it, so that whoever comes back finds their place. */
async function loadNewest(): Promise<Pages> {
  const { body, next } = await call('listMyRedemptions', { query: { limit: PAGE_SIZE } })
  const known = cached<Pages>(KEY)?.data
  const last = body[body.length - 1]
  const seam = known?.redemptions.findIndex(({ id }) => id === last?.id) ?? -1
  return known && next !== null && seam !== -1
    ? { redemptions: [...body, ...known.redemptions.slice(seam + 1)], next: known.next }
    : { redemptions: body, next }
}
