import type { ComponentChildren } from 'preact'
import type { Voucher } from '../api/routes.ts'
import { serverNow } from '../api/server-clock.ts'
import { format, words } from '../language/words.ts'
import { CheckIcon, ClockIcon, CloseIcon, TicketIcon } from '../parts/icons.tsx'
import { Logo } from '../parts/logo.tsx'
import { MarkedTitle } from '../parts/marked-title.tsx'
import { go } from '../routing/navigation.ts'
import { leftOf, SOON_DAYS } from '../voucher/standing.ts'
import type { RunOut } from '../voucher/supply.ts'
import { VoucherAction } from '../voucher/voucher-action.tsx'
import '../voucher/voucher-card.css'
import type { Claimed } from './claimed.ts'
import { endOf, type Shelf, whyNotNow } from './shelves.ts'

const ICONS = {
  notYet: ClockIcon,
  fullyRedeemed: TicketIcon,
  usedUp: CheckIcon,
  expired: ClockIcon,
  withdrawn: CloseIcon,
}

/** One claim: what is left and the button if it can be used, else why not. All above the perforation opens it. */
export function ClaimedCard({ claimed }: { claimed: Claimed }) {
  const { entry, voucher, merchant, shelf, runOut } = claimed
  if (shelf === null) return <ClaimedGhost />
  const { voucherId, voucherTitle } = entry
  const name = merchant?.name ?? ''
  const canAct = shelf === 'ready' || shelf === 'favorite'
  const title = <MarkedTitle title={voucher?.title ?? voucherTitle} />
  return (
    <li class={`card claimed ${shelf}`}>
      <div class="claimed-about opening">
        <Logo path={merchant?.logoPath ?? null} name={name} />
        <div>
          {name !== '' && (
            <p class="quiet-text">
              <bdi>{name}</bdi>
            </p>
          )}
          <h3 id={`title-${voucherId}`}>
            {voucher ? (
              <button
                type="button"
                id={`claim-${voucherId}`}
                onClick={() => go({ screen: 'voucher', id: voucherId })}
              >
                {title}
              </button>
            ) : (
              title
            )}
          </h3>
          <ul class="facts">{factsOf(voucher, shelf, runOut)}</ul>
        </div>
      </div>
      {canAct && voucher && merchant && <VoucherAction voucher={voucher} merchant={merchant} />}
    </li>
  )
}

export function ClaimedGhost() {
  return <li class="card ghost claimed-ghost" aria-hidden="true" />
}

function factsOf(voucher: Voucher | null, shelf: Shelf, runOut: RunOut): ComponentChildren {
  if (shelf === 'unknown') return null
  if (shelf === 'ready' || shelf === 'favorite') return voucher && <WhatIsLeft voucher={voucher} />
  const Icon = ICONS[shelf]
  return (
    <li>
      <Icon />
      {voucher ? whyNotNow(voucher, shelf, runOut) : words.wallet.withdrawnWhy}
    </li>
  )
}

function WhatIsLeft({ voucher }: { voucher: Voucher }) {
  const now = serverNow()
  const end = endOf(voucher)
  const days = end === null ? Number.POSITIVE_INFINITY : format.daysUntil(end, now)
  return (
    <>
      <li>
        <TicketIcon />
        {leftOf(voucher, now)?.text}
      </li>
      {days <= SOON_DAYS && (
        <li class="soon">
          <ClockIcon />
          {words.voucher.endsIn(days)}
        </li>
      )}
    </>
  )
}
