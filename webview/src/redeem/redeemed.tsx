import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import type { MerchantWithOutlets, Redemption, Voucher } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { DispensedCode } from '../components/dispensed-code.tsx'
import { CheckIcon, PinIcon } from '../components/icons.tsx'
import { Logo } from '../components/logo.tsx'
import { MarkedTitle } from '../components/marked-title.tsx'
import { format, words } from '../language/words.ts'
import { back } from '../routing/navigation.ts'
import { useTapGuard } from '../routing/tap-guard.ts'
import { serverNow } from '../time/server-clock.ts'
import { usedUpText, usesText } from '../voucher/availability.ts'
import { loadVoucher } from '../voucher/load-voucher.ts'
import { savingOf } from '../voucher/saving.ts'
import { Confetti } from './confetti.tsx'
import { goToHistory } from './flow.ts'
import '../components/redemption-ticket.css'
import './redeemed.css'

/** Shown to the staff: white even in dark mode, with a running clock that a screenshot cannot fake. */
export function Redeemed({ redemption }: { redemption: Redemption }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const labels = words.redeem.done
  useTapGuard()
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  const { code, voucherId, voucherTitle, merchantId, outletName, redeemedAt, status, verifyCode } = redemption
  const { data: merchant } = useQuery<MerchantWithOutlets>(
    `merchant:${merchantId}`,
    async () => (await call('viewMerchant', { params: { id: merchantId } })).body,
  )
  const { data: voucher } = useQuery<Voucher>(`voucher:${voucherId}`, () => loadVoucher(voucherId))
  const saving = savingOf({ title: voucherTitle, valueType: voucher?.valueType ?? null })
  return (
    <div class="redeemed">
      <main>
        <Confetti />
        <div class="redeemed-top">
          <span class="seal">
            <CheckIcon />
          </span>
          <h1 ref={heading} tabIndex={-1}>
            {labels.title}
          </h1>
          <Clock />
        </div>
        <div class="redeemed-ticket">
          <Logo path={merchant?.logoPath ?? null} name={merchant?.name ?? ''} />
          <p class="redeemed-title">
            <MarkedTitle title={voucherTitle} />
          </p>
          <p class="redeemed-place">
            <PinIcon />
            <bdi>{outletName}</bdi>
          </p>
          {saving !== null && <p class="redeemed-saving">{labels.saved(saving)}</p>}
          {code === null ? <p class="redeemed-proof">{labels.noCode}</p> : <DispensedCode code={code} />}
          <p class="redeemed-at">{labels.at(format.moment(redeemedAt))}</p>
          <p class="redeemed-at" dir="ltr" translate={false}>
            {`${location.host}/verify/${verifyCode}`}
          </p>
        </div>
        {status === 'FLAGGED' && (
          <div class="redeemed-flag">
            <h2>{labels.flagged}</h2>
            <p>{labels.flaggedWhy}</p>
          </div>
        )}
        <p class="redeemed-left">{remainingText(redemption, voucher)}</p>
        <button type="button" class="button wide" onClick={back}>
          {labels.finish}
        </button>
        <button type="button" class="button quiet wide" onClick={goToHistory}>
          {labels.wallet}
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
      <span class="visually-hidden">{words.redeem.done.now}</span>{' '}
      <span role="timer">{format.clock(now)}</span>
    </p>
  )
}

function remainingText({ remaining, cycleResetsAt }: Redemption, voucher: Voucher | undefined): string {
  const labels = words.voucher
  if (remaining === 0) return usedUpText(cycleResetsAt, voucher)
  return voucher ? usesText(voucher, remaining) : labels.left(remaining, remaining)
}
