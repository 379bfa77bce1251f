import { codeOf } from '../api/failure.ts'
import { describeFailure } from '../language/describe-failure.ts'
import { words } from '../language/words.ts'
import { TornTicket } from './notice.tsx'

/** Errors that a retry would only repeat. */
const FINAL = new Set(['not_found', 'voucher_not_found', 'voucher_out_of_scope', 'merchant_not_found'])

/** Within a screen: says what could not be loaded, and offers a retry. */
export function FailureMessage({ error, retry }: { error: unknown; retry: () => void }) {
  const { title, text } = describeFailure(error)
  return (
    <div class="empty" role="alert">
      <TornTicket />
      <h2>{title}</h2>
      <p>{text}</p>
      {!FINAL.has(codeOf(error)) && (
        <button type="button" class="button" onClick={retry}>
          {words.retry}
        </button>
      )}
    </div>
  )
}
