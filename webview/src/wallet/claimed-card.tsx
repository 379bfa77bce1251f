import { CheckIcon, ClockIcon, CloseIcon, TicketIcon } from '../components/icons.tsx'
import { Logo } from '../components/logo.tsx'
import { MarkedTitle } from '../components/marked-title.tsx'
import { words } from '../language/words.ts'
import { go } from '../routing/navigation.ts'
import { serverNow } from '../time/server-clock.ts'
import { ConditionList } from '../voucher/condition-list.tsx'
import { type Condition, conditionsOf } from '../voucher/conditions.ts'
import { VoucherAction } from '../voucher/voucher-action.tsx'
import '../voucher/voucher-card.css'
import { unusableReason } from './sections.ts'
import type { Claimed } from './use-claimed.ts'

const ICONS = {
  notYet: ClockIcon,
  fullyRedeemed: TicketIcon,
  usedUp: CheckIcon,
  expired: ClockIcon,
  withdrawn: CloseIcon,
}

/**
 * One claim in a row: its uses and a button, or why it cannot be used. All but the button opens it. A late row has the
 * same height before and after its details arrive: one line for the merchant, two for one fact, and no button.
 */
export function ClaimedCard({ claimed, isLate }: { claimed: Claimed; isLate: boolean }) {
  const { entry, voucher, merchant, section } = claimed
  const { voucherId, voucherTitle } = entry
  const name = merchant?.name ?? ''
  const canAct = !isLate && (section === 'ready' || section === 'favorite')
  const title = <MarkedTitle title={isLate ? voucherTitle : (voucher?.title ?? voucherTitle)} />
  return (
    <li class={`card claimed ${section ?? ''} ${isLate ? 'late' : ''}`}>
      <div class="claimed-about opening">
        <Logo path={merchant?.logoPath ?? null} name={name} />
        <div>
          {(isLate || name !== '') && (
            <p class="quiet-text">
              <bdi>{name || '\u00a0'}</bdi>
            </p>
          )}
          <h3 id={`title-${voucherId}`}>
            {voucher || (isLate && entry.voucherIsActive) ? (
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
          <ConditionList conditions={isLate ? mainFactOf(claimed) : factsOf(claimed)} />
        </div>
      </div>
      {canAct && voucher && merchant && <VoucherAction voucher={voucher} merchant={merchant} />}
    </li>
  )
}

export function ClaimedSkeleton() {
  return <li class="card ghost claimed-ghost" aria-hidden="true" />
}

/** The time limit if there is one, else the first fact. */
function mainFactOf(claimed: Claimed): Condition[] {
  if (claimed.section === 'unknown') return [{ icon: ClockIcon, text: words.wallet.unknown }]
  const facts = factsOf(claimed)
  const timeLimit = facts.findIndex(({ icon }) => icon === ClockIcon)
  return facts.slice(Math.max(0, timeLimit)).slice(0, 1)
}

function factsOf({ voucher, section, exhausted }: Claimed): Condition[] {
  if (section === null || section === 'unknown') return []
  if (section === 'ready' || section === 'favorite') {
    return voucher ? conditionsOf(voucher, { now: serverNow() }) : []
  }
  const text = voucher ? unusableReason(voucher, section, exhausted) : words.wallet.withdrawnWhy
  return [{ icon: ICONS[section], text }]
}
