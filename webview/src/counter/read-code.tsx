import { plainText } from '@counterfoil/contract/markup.ts'
import type { Reading } from './counter-call.ts'
import { words } from './counter-words.ts'
import { refusalText } from './refusal-text.ts'
import { Verdict } from './verdict.tsx'

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
    <section class="card">
      <Verdict tone={refusal === null ? 'open' : 'bad'}>
        {refusal === null ? words.canRedeem : words.cannotRedeem}
      </Verdict>
      {refusal !== null && <p>{refusalText(refusal)}</p>}
      <h3>
        <bdi>{plainText(voucherTitle)}</bdi>
      </h3>
      {terms !== null && (
        <div>
          <p class="quiet-text">{words.terms}</p>
          <p class="terms">
            <bdi>{terms}</bdi>
          </p>
        </div>
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
