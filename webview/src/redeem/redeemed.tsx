import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { cached } from '../api/cache.ts'
import type { Redemption, Voucher } from '../api/routes.ts'
import { serverNow } from '../api/server-clock.ts'
import { format, words } from '../language/words.ts'
import { CheckIcon, PinIcon } from '../parts/icons.tsx'
import { MarkedTitle } from '../parts/marked-title.tsx'
import { back } from '../routing/navigation.ts'
import { tellUsedUp } from '../voucher/standing.ts'
import { DispensedCode } from './dispensed-code.tsx'
import { goToWallet } from './flow.ts'
import './redeemed.css'

/** What the staff are shown: on white in the dark too, and with a clock that runs, which a picture of it has not. */
export function Redeemed({ redemption }: { redemption: Redemption }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const told = words.redeem.done
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  const { code, voucherTitle, outletName, redeemedAt, status } = redemption
  return (
    <div class="redeemed">
      <main>
        <div class="redeemed-top">
          <span class="seal">
            <CheckIcon />
          </span>
          <h1 ref={heading} tabIndex={-1}>
            {told.title}
          </h1>
          <Clock />
        </div>
        <div class="redeemed-ticket">
          <p class="redeemed-title">
            <MarkedTitle title={voucherTitle} />
          </p>
          <p class="redeemed-place">
            <PinIcon />
            <bdi>{outletName}</bdi>
          </p>
          {code === null ? <p class="redeemed-proof">{told.noCode}</p> : <DispensedCode code={code} />}
          <p class="redeemed-at">{told.at(format.moment(redeemedAt))}</p>
        </div>
        {status === 'FLAGGED' && (
          <div class="redeemed-flag">
            <h2>{told.flagged}</h2>
            <p>{told.flaggedWhy}</p>
          </div>
        )}
        <p class="redeemed-left">{whatIsLeft(redemption)}</p>
        <button type="button" class="button wide" onClick={back}>
          {told.finish}
        </button>
        <button type="button" class="button quiet wide" onClick={goToWallet}>
          {told.wallet}
        </button>
      </main>
    </div>
  )
}

function Clock() {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 250)
    return () => clearInterval(timer)
  }, [])
  return (
    <p class="redeemed-clock">
      <span class="unseen">{words.redeem.done.now}</span> <span role="timer">{format.clock(now)}</span>
    </p>
  )
}

function whatIsLeft({ voucherId, remaining, cycleResetsAt }: Redemption): string {
  const told = words.voucher
  const voucher = cached<Voucher>(`voucher:${voucherId}`)?.data
  if (remaining === 0) return tellUsedUp(cycleResetsAt, voucher)
  const of = voucher?.redemptionCount ?? remaining
  return cycleResetsAt ? told.leftUntil(remaining, of, cycleResetsAt) : told.left(remaining, of)
}
