import type { ComponentChildren } from 'preact'
import type { Voucher } from '../api/routes.ts'
import { serverNow } from '../api/server-clock.ts'
import { CheckIcon, ClockIcon, CloseIcon, TicketIcon } from '../components/icons.tsx'
import { Logo } from '../components/logo.tsx'
import { MarkedTitle } from '../components/marked-title.tsx'
import { format, words } from '../language/words.ts'
import { go } from '../routing/navigation.ts'
import { ENDS_SOON_DAYS, remainingUses } from '../voucher/availability.ts'
import type { Exhausted } from '../voucher/supply.ts'
import { VoucherAction } from '../voucher/voucher-action.tsx'
import '../voucher/voucher-card.css'
import { type Section, unusableReason, usableUntil } from './sections.ts'
import type { Claimed } from './use-claimed.ts'

const ICONS = {
  notYet: ClockIcon,
  fullyRedeemed: TicketIcon,
  usedUp: CheckIcon,
  expired: ClockIcon,
  withdrawn: CloseIcon,
}

/** One claim: the remaining uses and a button, or why it cannot be used. The part above the perforation opens it. */
export function ClaimedCard({ claimed }: { claimed: Claimed }) {
  const { entry, voucher, merchant, section, exhausted } = claimed
  if (section === null) return <ClaimedSkeleton />
  const { voucherId, voucherTitle } = entry
  const name = merchant?.name ?? ''
  const canAct = section === 'ready' || section === 'favorite'
  const title = <MarkedTitle title={voucher?.title ?? voucherTitle} />
  return (
    <li class={`card claimed ${section}`}>
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
          <ul class="facts">{factsOf(voucher, section, exhausted)}</ul>
        </div>
      </div>
      {canAct && voucher && merchant && <VoucherAction voucher={voucher} merchant={merchant} />}
    </li>
  )
}

export function ClaimedSkeleton() {
  return <li class="card ghost claimed-ghost" aria-hidden="true" />
}

function factsOf(voucher: Voucher | null, section: Section, exhausted: Exhausted): ComponentChildren {
  if (section === 'unknown') return null
  if (section === 'ready' || section === 'favorite') return voucher && <RemainingUses voucher={voucher} />
  const Icon = ICONS[section]
  return (
    <li>
      <Icon />
      {voucher ? unusableReason(voucher, section, exhausted) : words.wallet.withdrawnWhy}
    </li>
  )
}

function RemainingUses({ voucher }: { voucher: Voucher }) {
  const now = serverNow()
  const end = usableUntil(voucher)
  const days = end === null ? Number.POSITIVE_INFINITY : format.daysUntil(end, now)
  return (
    <>
      <li>
        <TicketIcon />
        {remainingUses(voucher, now)?.text}
      </li>
      {days <= ENDS_SOON_DAYS && (
        <li class="soon">
          <ClockIcon />
          {words.voucher.endsIn(days)}
        </li>
      )}
    </>
  )
}
