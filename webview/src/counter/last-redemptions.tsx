import { plainText } from '@counterfoil/contract/markup.ts'
import { useEffect, useState } from 'preact/hooks'
import { listRedemptions, type Redeemed } from './counter-call.ts'
import { locale, words } from './counter-words.ts'

const time = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' })

/** The last 10 redemptions of this device. They are loaded again after each redemption. */
export function LastRedemptions({ changed }: { changed: boolean }) {
  const [items, setItems] = useState<Redeemed[]>([])
  useEffect(() => {
    // Without them, the device still works.
    listRedemptions().then(
      ({ items }) => setItems(items),
      () => {},
    )
  }, [changed])
  return (
    <details>
      <summary>{words.last}</summary>
      {items.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul>
          {items.map(({ id, voucherTitle, redeemedAt, voidedAt, code }) => (
            <li key={id}>
              <bdi>{plainText(voucherTitle)}</bdi>
              <p class="quiet-text">
                {time.format(new Date(redeemedAt))}
                {code !== null && (
                  <>
                    {' · '}
                    <bdi>{code}</bdi>
                  </>
                )}
                {voidedAt !== null && ` · ${words.voided}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
