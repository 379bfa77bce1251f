import { useCallback, useEffect, useReducer, useRef } from 'preact/hooks'
import { cached, keep, onCache } from '../api/cache.ts'
import { openLane } from './lane.ts'

export type Wanted = { key: string; freshMs: number; load: () => Promise<unknown> }

/** At once: enough to be quick, too few for a full wallet to be felt by the service. */
const WIDTH = 4

/** Many answers into the shared cache, a few at a time and in their order. Says why one is not there. */
export function useAnswers(wanted: Wanted[]): { failureOf(key: string): unknown; retry(): void } {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const failures = useRef(new Map<string, unknown>()).current
  const askFailed = useRef(() => {})
  const latest = useRef(wanted)
  latest.current = wanted
  const keys = wanted.map(({ key }) => key).join()

  useEffect(() => {
    const lane = openLane(WIDTH)
    const asked = new Set<string>()
    const ask = ({ key, load }: Wanted) => {
      if (asked.has(key)) return
      asked.add(key)
      lane.add(async () => {
        try {
          const data = await load()
          failures.delete(key)
          asked.delete(key)
          keep(key, data)
        } catch (cause) {
          failures.set(key, cause)
          asked.delete(key)
          redraw(undefined)
        }
      })
    }
    const look = () => {
      redraw(undefined)
      for (const one of latest.current) {
        if (cached(one.key)?.at === 0 && !failures.has(one.key)) ask(one)
      }
    }
    askFailed.current = () => {
      const failed = latest.current.filter(({ key }) => failures.delete(key))
      failed.forEach(ask)
      redraw(undefined)
    }
    const again = () => askFailed.current()
    for (const one of latest.current) {
      if (Date.now() - (cached(one.key)?.at ?? 0) > one.freshMs) ask(one)
    }
    const leave = onCache(look)
    addEventListener('online', again)
    return () => {
      lane.close()
      leave()
      removeEventListener('online', again)
    }
  }, [keys, failures])

  const retry = useCallback(() => askFailed.current(), [])
  return { failureOf: (key) => failures.get(key) ?? null, retry }
}
