import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Redemption } from '../api/routes.ts'
import { FailureMessage } from '../components/failure-message.tsx'
import { NextIcon } from '../components/icons.tsx'
import { MarkedTitle } from '../components/marked-title.tsx'
import { CardSkeletons } from '../components/skeleton.tsx'
import { format, words } from '../language/words.ts'
import { go } from '../routing/navigation.ts'
import { EmptyState } from './empty-state.tsx'
import { type History, useHistory } from './use-history.ts'

/** The redemptions, newest first, grouped by month. */
export function RedemptionHistory() {
  const history = useHistory()
  const { redemptions, error, retry } = history
  useEffect(fetchWhatShowsCodes, [])
  useFocusOnOlder(redemptions)
  if (!redemptions) {
    return error !== null ? (
      <FailureMessage error={error} retry={retry} />
    ) : (
      <section aria-busy="true">
        <h2 class="visually-hidden">{words.wallet.history}</h2>
        <CardSkeletons />
      </section>
    )
  }
  if (redemptions.length === 0) return <EmptyState {...words.wallet.noHistory} />
  return (
    <>
      {byMonth(redemptions).map(([month, ofMonth]) => (
        <section key={month} aria-labelledby={`month-${ofMonth[0]?.id}`}>
          <h2 id={`month-${ofMonth[0]?.id}`}>{month}</h2>
          <ul class="cards">
            {ofMonth.map((redemption) => (
              <RedemptionRow key={redemption.id} redemption={redemption} />
            ))}
          </ul>
        </section>
      ))}
      {history.hasOlder && <Older history={history} />}
    </>
  )
}

/** Loads the parts of the next screen now, so that a code can be shown and scanned offline. */
function fetchWhatShowsCodes(): void {
  for (const part of [import('./redemption-screen.tsx'), import('../components/qr-code.ts')])
    part.catch(() => {})
}

/** After the last page the button disappears, so the focus moves to the first new row. */
function useFocusOnOlder(redemptions: Redemption[] = []): void {
  const known = useRef(redemptions.length)
  useLayoutEffect(() => {
    const first = known.current > 0 ? redemptions[known.current] : undefined
    known.current = redemptions.length
    if (first === undefined || document.activeElement !== document.body) return
    document.getElementById(`redemption-${first.id}`)?.focus({ preventScroll: true })
  }, [redemptions])
}

function byMonth(redemptions: Redemption[]): [string, Redemption[]][] {
  const months = new Map<string, Redemption[]>()
  for (const redemption of redemptions) {
    const month = format.month(redemption.redeemedAt)
    months.set(month, [...(months.get(month) ?? []), redemption])
  }
  return [...months]
}

function RedemptionRow({ redemption }: { redemption: Redemption }) {
  const { id, voucherTitle, outletName, redeemedAt, code, voidedAt, status } = redemption
  return (
    <li class={voidedAt === null ? 'card opening past' : 'card opening past voided'}>
      <div>
        <h3>
          <button type="button" id={`redemption-${id}`} onClick={() => go({ screen: 'redemption', id })}>
            <MarkedTitle title={voucherTitle} />
          </button>
        </h3>
        <p class="quiet-text">
          <bdi>{outletName}</bdi>
        </p>
        <p class="quiet-text">{format.moment(redeemedAt)}</p>
        {code !== null && (
          <p class="past-code" dir="ltr" translate={false}>
            {code}
          </p>
        )}
        {voidedAt !== null ? (
          <p class="mark">{words.wallet.voided}</p>
        ) : (
          status === 'FLAGGED' && <p class="mark flagged">{words.redeem.done.flagged}</p>
        )}
      </div>
      <NextIcon />
    </li>
  )
}

function Older({ history: { older, olderIs } }: { history: History }) {
  return (
    <div class="more">
      {olderIs === 'failed' && <p role="alert">{words.wallet.moreFailed}</p>}
      <button type="button" class="button quiet" aria-disabled={olderIs === 'loading'} onClick={older}>
        {olderIs === 'failed' ? words.retry : words.wallet.more}
      </button>
    </div>
  )
}
