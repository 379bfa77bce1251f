import { useEffect } from 'preact/hooks'
import { Failure } from '../api/failure.ts'
import type { Redemption } from '../api/routes.ts'
import { DispensedCode } from '../components/dispensed-code.tsx'
import { DeadEnd, FailureMessage } from '../components/failure-message.tsx'
import { CheckIcon, PinIcon } from '../components/icons.tsx'
import { MarkedTitle } from '../components/marked-title.tsx'
import { Screen } from '../components/screen.tsx'
import { CardSkeletons } from '../components/skeleton.tsx'
import { format, words } from '../language/words.ts'
import '../components/redemption-ticket.css'
import type { Route } from '../routing/route.ts'
import { useHistory } from './use-history.ts'
import './redemption.css'

/** A past redemption with its code. It has no seal and no running clock, since it does not prove a redemption just now. */
export function RedemptionScreen({ route: { id } }: { route: Extract<Route, { screen: 'redemption' }> }) {
  const { redemptions, hasOlder, older, olderIs, error, retry } = useHistory()
  const redemption = redemptions?.find((one) => one.id === id)
  const isFurtherDown = redemptions !== undefined && !redemption && hasOlder
  useEffect(() => {
    if (isFurtherDown && olderIs === null) older()
  })
  return (
    <Screen title={words.wallet.redemption}>
      {redemption ? (
        <PastRedemption redemption={redemption} />
      ) : error !== null || olderIs === 'failed' ? (
        <FailureMessage
          error={error ?? new Failure('unreachable')}
          retry={olderIs === 'failed' ? older : retry}
        />
      ) : redemptions && !hasOlder ? (
        <DeadEnd {...words.wallet.noRedemption} />
      ) : (
        <CardSkeletons count={1} />
      )}
    </Screen>
  )
}

function PastRedemption({ redemption }: { redemption: Redemption }) {
  const { code, voucherTitle, outletName, redeemedAt, voidedAt, status } = redemption
  const { done } = words.redeem
  return (
    <>
      <div class="redeemed past-ticket">
        <div class="redeemed-ticket">
          {voidedAt === null && (
            <p class="used-mark">
              <CheckIcon />
              {done.used}
            </p>
          )}
          <h2 class="redeemed-title">
            <MarkedTitle title={voucherTitle} />
          </h2>
          <p class="redeemed-place">
            <PinIcon />
            <bdi>{outletName}</bdi>
          </p>
          <p class="redeemed-at">{done.at(format.moment(redeemedAt))}</p>
          {code !== null &&
            (voidedAt === null ? (
              <DispensedCode code={code} />
            ) : (
              <p class="past-code" dir="ltr" translate={false}>
                {code}
              </p>
            ))}
        </div>
      </div>
      {voidedAt !== null ? (
        <Remark
          title={words.wallet.voided}
          text={words.wallet.voidedWhy(format.moment(voidedAt), code !== null)}
        />
      ) : (
        status === 'FLAGGED' && <Remark title={done.flagged} text={done.flaggedWhy} />
      )}
    </>
  )
}

function Remark({ title, text }: { title: string; text: string }) {
  return (
    <div class="redeemed-flag past-remark">
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  )
}
