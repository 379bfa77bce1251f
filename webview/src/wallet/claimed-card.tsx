import type { Voucher } from '../api/routes.ts'
import { serverNow } from '../api/server-clock.ts'
import { CheckIcon, ClockIcon, CloseIcon, TicketIcon } from '../components/icons.tsx'
import { Logo } from '../components/logo.tsx'
import { MarkedTitle } from '../components/marked-title.tsx'
import { words } from '../language/words.ts'
import { go } from '../routing/navigation.ts'
import { ConditionList } from '../voucher/condition-list.tsx'
import { type Condition, conditionsOf } from '../voucher/conditions.ts'
import type { Exhausted } from '../voucher/supply.ts'
import { VoucherAction } from '../voucher/voucher-action.tsx'
import '../voucher/voucher-card.css'
import { type Section, unusableReason } from './sections.ts'
import type { Claimed } from './use-claimed.ts'

const ICONS = {
  notYet: ClockIcon,
  fullyRedeemed: TicketIcon,
  usedUp: CheckIcon,
  expired: ClockIcon,
  withdrawn: CloseIcon,
}

/** One claim in a row: its uses and a button, or why it cannot be used. All but the button opens it. */
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
          <ConditionList conditions={factsOf(voucher, section, exhausted)} />
        </div>
      </div>
      {canAct && voucher && merchant && <VoucherAction voucher={voucher} merchant={merchant} />}
    </li>
  )
}

export function ClaimedSkeleton() {
  return <li class="card ghost claimed-ghost" aria-hidden="true" />
}

function factsOf(voucher: Voucher | null, section: Section, exhausted: Exhausted): Condition[] {
  if (section === 'unknown') return []
  if (section === 'ready' || section === 'favorite') {
    return voucher ? conditionsOf(voucher, { now: serverNow() }) : []
  }
  const text = voucher ? unusableReason(voucher, section, exhausted) : words.wallet.withdrawnWhy
  return [{ icon: ICONS[section], text }]
}
