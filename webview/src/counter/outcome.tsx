import { plainText } from '@counterfoil/contract/markup.ts'
import type { Redeemed } from './counter-call.ts'
import { language, words } from './counter-words.ts'

const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })

export function Outcome({ redemption, next }: { redemption: Redeemed; next: () => void }) {
  const { voucherTitle, code, redeemedAt, verifyCode } = redemption
  return (
    <section role="status">
      <p class="verdict good">✓ {words.redeemed}</p>
      <h2 dir="auto">{plainText(voucherTitle)}</h2>
      <p>{time.format(new Date(redeemedAt))}</p>
      {code !== null && (
        <p>
          {words.code}: <span class="code">{code}</span>
        </p>
      )}
      <p>
        {words.proof}: <a href={`/verify/${verifyCode}`}>{verifyCode}</a>
      </p>
      <button type="button" class="button wide" onClick={next}>
        {words.next}
      </button>
    </section>
  )
}
