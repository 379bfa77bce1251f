import { useCallback, useEffect, useReducer, useRef } from 'preact/hooks'
import { cached, keep, onCache } from '../api/cache.ts'
import { countComebacks, isWorthRepeating } from '../api/comeback.ts'
import { type Lane, openLane } from './lane.ts'

export type Wanted = { key: string; freshMs: number; load: () => Promise<unknown> }

/** At once: enough to be quick, too few for a full wallet to be felt by the service. */
const WIDTH = 4

/** Many answers into the shared cache, a few at a time and in their order. Says why one is not there. */
export function useAnswers(wanted: Wanted[]): { failureOf(key: string): unknown; retry(): void } {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const failures = useRef(new Map<string, unknown>()).current
  const asked = useRef(new Set<string>()).current
  const lane = useRef<Lane | null>(null)
  const latest = useRef(wanted)
  latest.current = wanted
  const keys = wanted.map(({ key }) => key).join()

  const ask = useCallback((one: Wanted) => {
    const { key, load } = one
    if (asked.has(key)) return
    asked.add(key)
    lane.current?.add(async () => {
      const comebacksBefore = countComebacks()
      try {
        const data = await load()
        failures.delete(key)
        asked.delete(key)
        keep(key, data)
      } catch (cause) {
        asked.delete(key)
        if (isWorthRepeating(cause, comebacksBefore)) return ask(one)
        failures.set(key, cause)
        redraw(undefined)
      }
    })
  }, [])
  const retry = useCallback(() => {
    const failed = latest.current.filter(({ key }) => failures.delete(key))
    failed.forEach(ask)
    redraw(undefined)
  }, [])

  useEffect(() => {
    lane.current = openLane(WIDTH)
    const look = () => {
      redraw(undefined)
      for (const one of latest.current) {
        if (cached(one.key)?.at === 0 && !failures.has(one.key)) ask(one)
      }
    }
    const leave = onCache(look)
    addEventListener('online', retry)
    return () => {
      lane.current?.close()
      leave()
      removeEventListener('online', retry)
    }
  }, [])
  // What one answer makes wanted joins the others.
  useEffect(() => {
    for (const one of latest.current) {
      if (Date.now() - (cached(one.key)?.at ?? 0) > one.freshMs) ask(one)
    }
  }, [keys])

  return { failureOf: (key) => failures.get(key) ?? null, retry }
}
