import { useCallback, useRef, useState } from 'preact/hooks'
import { getCached, markStale, setCached } from '../api/cache.ts'
import { call } from '../api/call.ts'
import { reconnectCount, useRetryOnReconnect } from '../api/reconnect.ts'
import type { Redemption } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'

type Pages = { redemptions: Redemption[]; next: string | null }

const KEY = 'redemptions'
const PAGE_SIZE = 20
const MAX_PAGE_SIZE = 200

export type History = ReturnType<typeof useHistory>

/** The redemptions, newest first, as far as they have been loaded. `isStale`: one was added since. */
export function useHistory(isNeeded = true) {
  const { data, error, retry } = useQuery<Pages>(isNeeded ? KEY : null, loadSeen)
  const [olderState, setOlder] = useState<'loading' | { cause: unknown; reconnectsBefore: number } | null>(
    null,
  )
  const isLoading = useRef(false)
  const older = useCallback(async () => {
    const known = getCached<Pages>(KEY)?.data
    if (!known?.next || isLoading.current) return
    const reconnectsBefore = reconnectCount()
    isLoading.current = true
    setOlder('loading')
    try {
      await appendOlder(known.next)
      setOlder(null)
    } catch (cause) {
      setOlder({ cause, reconnectsBefore })
    }
    isLoading.current = false
  }, [])
  const failed = typeof olderState === 'object' ? olderState : null
  useRetryOnReconnect(failed, older)
  const olderIs = failed ? 'failed' : olderState
  const isStale = getCached(KEY)?.at === 0
  return {
    redemptions: data?.redemptions,
    isStale,
    hasOlder: Boolean(data?.next),
    older,
    olderIs,
    error,
    retry,
  }
}

/** Appends to the current list: after a redemption in the meantime, the older page starts elsewhere. */
async function appendOlder(from: string): Promise<void> {
  const { body, next } = await call('listMyRedemptions', { query: {} }, { next: from })
  const known = getCached<Pages>(KEY)
  if (known?.data.next !== from) return known?.data.next ? appendOlder(known.data.next) : undefined
  setCached(KEY, { redemptions: [...known.data.redemptions, ...body], next })
  if (known.at === 0) markStale(KEY)
}

/** Reloads from the newest down to the last one shown before, so that the user keeps their position in an up-to-date list. */
async function loadSeen(): Promise<Pages> {
  const countSeen = () => getCached<Pages>(KEY)?.data.redemptions.length ?? 0
  const pages = Math.max(1, Math.ceil(countSeen() / PAGE_SIZE))
  const limit = Math.min(pages * PAGE_SIZE, MAX_PAGE_SIZE)
  let page = await call('listMyRedemptions', { query: { limit } })
  const redemptions = [...page.body]
  while (page.next !== null && redemptions.length < countSeen()) {
    page = await call('listMyRedemptions', { query: {} }, { next: page.next })
    redemptions.push(...page.body)
  }
  return { redemptions, next: page.next }
}
