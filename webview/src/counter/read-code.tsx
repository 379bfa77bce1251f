import { plainText } from '@counterfoil/contract/markup.ts'
import type { Reading } from './counter-call.ts'
import { words } from './counter-words.ts'
import { refusalText } from './refusal-text.ts'

/** What a code would redeem, with the verdict. */
export function ReadCode({
  reading: { voucherTitle, terms, refusal },
  confirm,
  cancel,
}: {
  reading: Reading
  confirm: () => void
  cancel: () => void
}) {
  return (
    <section aria-live="polite">
      <h2 dir="auto">{plainText(voucherTitle)}</h2>
      <p class={refusal === null ? 'verdict good' : 'verdict bad'}>
        {refusal === null ? words.canRedeem : words.cannotRedeem}
      </p>
      {refusal !== null && <p>{refusalText(refusal)}</p>}
      {terms !== null && (
        <p class="terms" dir="auto">
          {words.terms}: {terms}
        </p>
      )}
      <div class="actions">
        {refusal === null && (
          <button type="button" class="button" onClick={confirm}>
            {words.confirm}
          </button>
        )}
        <button type="button" class="button quiet" onClick={cancel}>
          {refusal === null ? words.cancel : words.back}
        </button>
      </div>
    </section>
  )
}
