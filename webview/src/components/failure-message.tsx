import type { ComponentChildren } from 'preact'
import { codeOf } from '../api/failure.ts'
import { describeFailure, type FailureText } from '../language/describe-failure.ts'
import { words } from '../language/words.ts'
import { goHome } from '../routing/navigation.ts'
import { TornTicket } from './notice.tsx'
import { useNothingToShow } from './offline-banner.tsx'

/** Errors that a retry would only repeat. */
const FINAL = new Set([
  'not_found',
  'voucher_not_found',
  'voucher_out_of_scope',
  'merchant_not_found',
  'merchant_out_of_scope',
])

/** Within a screen: says what could not be loaded, and offers a retry or the way home. */
export function FailureMessage({ error, retry }: { error: unknown; retry: () => void }) {
  const isFinal = FINAL.has(codeOf(error))
  useNothingToShow(codeOf(error) === 'unreachable')
  return (
    <DeadEnd {...describeFailure(error)}>
      {!isFinal && (
        <button type="button" class="button" onClick={retry}>
          {words.retry}
        </button>
      )}
    </DeadEnd>
  )
}

/** Says why there is nothing to show. Without another way on, it leads home. */
export function DeadEnd({ title, text, children }: FailureText & { children?: ComponentChildren }) {
  return (
    <div class="empty" role="alert">
      <TornTicket />
      <h2>{title}</h2>
      <p>{text}</p>
      {children || (
        <button type="button" class="button" onClick={goHome}>
          {words.wallet.browse}
        </button>
      )}
    </div>
  )
}
