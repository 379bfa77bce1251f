import { codeOf } from '../api/failure.ts'
import { tellFailure } from '../language/failure-words.ts'
import { words } from '../language/words.ts'
import { TornTicket } from './notice.tsx'

/** A retry would only hear the same again. */
const FINAL = new Set(['not_found', 'voucher_not_found', 'voucher_out_of_scope', 'merchant_not_found'])

/** Within a screen: what could not be shown, and a way to try again. */
export function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const { title, text } = tellFailure(error)
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
