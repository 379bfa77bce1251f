import { plainText } from '@counterfoil/contract/markup.ts'
import type { Redeemed } from './counter-call.ts'
import { locale, words } from './counter-words.ts'
import { Verdict } from './verdict.tsx'

const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })

export function Outcome({ redemption, next }: { redemption: Redeemed; next: () => void }) {
  const { voucherTitle, code, redeemedAt, verifyCode } = redemption
  return (
    <section class="card">
      <Verdict tone="good">{words.redeemed}</Verdict>
      <h3>
        <bdi>{plainText(voucherTitle)}</bdi>
      </h3>
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
