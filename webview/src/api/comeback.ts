import { useEffect } from 'preact/hooks'
import { codeOf } from './failure.ts'

let comebacks = 0
addEventListener('online', () => {
  comebacks += 1
})

/** How often the connection has come back; to be noted before something is asked. */
export const countComebacks = (): number => comebacks

/** It found no connection, and there has been one since: nobody will tell of it again. */
export function isWorthRepeating(cause: unknown, comebacksBefore: number): boolean {
  return codeOf(cause) === 'unreachable' && comebacks !== comebacksBefore
}

/** Asks again when the connection is back, also if that was while the failed question was under way. */
export function useComeback(failed: { cause: unknown; comebacksBefore: number } | null, again: () => void) {
  useEffect(() => {
    if (failed === null || codeOf(failed.cause) !== 'unreachable') return
    if (isWorthRepeating(failed.cause, failed.comebacksBefore)) return again()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [failed, again])
}
