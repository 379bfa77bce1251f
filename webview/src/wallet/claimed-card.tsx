import { getCached } from '../api/cache.ts'
import type { Voucher, WalletItem } from '../api/routes.ts'
import { CheckIcon, ClockIcon, CloseIcon, TicketIcon } from '../components/icons.tsx'
import { Logo } from '../components/logo.tsx'
import { MarkedTitle } from '../components/marked-title.tsx'
import { format, words } from '../language/words.ts'
import { go } from '../routing/navigation.ts'
import { serverNow } from '../time/server-clock.ts'
import { fullyRedeemedText, usedUpText } from '../voucher/availability.ts'
import { ConditionList } from '../voucher/condition-list.tsx'
import { type Condition, conditionsOf } from '../voucher/conditions.ts'
import { exhaustedIn } from '../voucher/supply.ts'
import { usableFrom, usableUntil } from '../voucher/usable-period.ts'
import { VoucherAction } from '../voucher/voucher-action.tsx'
import '../voucher/voucher-card.css'
import { distanceOf } from './wallet-filters.tsx'

type State = WalletItem['state']
/** The states of vouchers without an action. */
type Unusable = Exclude<State, 'READY' | 'NOT_A_FAVORITE'>

/** How a row looks in each state. Unusable vouchers recede: see wallet.css. */
const LOOKS: Record<Unusable, { icon: typeof ClockIcon; look: string }> = {
  NOT_YET_USABLE: { icon: ClockIcon, look: '' },
  CAP_REACHED: { icon: TicketIcon, look: 'gray' },
  CODES_EXHAUSTED: { icon: TicketIcon, look: 'gray' },
  USED_UP: { icon: CheckIcon, look: 'gray' },
  EXPIRED: { icon: ClockIcon, look: 'gray ended' },
  WITHDRAWN: { icon: CloseIcon, look: 'gray ended withdrawn' },
}

const isUnusable = (state: State): state is Unusable => state !== 'READY' && state !== 'NOT_A_FAVORITE'

/** One claim in a row: its uses and a button, or why it cannot be used. All but the button opens it. */
export function ClaimedCard({ item }: { item: WalletItem }) {
  const { voucherId, merchant, state } = item
  const look = isUnusable(state) ? LOOKS[state].look : ''
  const distance = distanceOf(item)
  // What the user has just done is known before the next wallet.
  const voucher = getCached<Voucher>(`voucher:${voucherId}`)?.data ?? item.voucher
  const title = <MarkedTitle title={item.title} />
  return (
    <li class={`card claimed ${look}`}>
      <div class="claimed-about opening">
        <Logo path={merchant?.logoPath ?? null} name={merchant?.name ?? ''} />
        <div>
          {merchant && (
            <p class="quiet-text">
              {distance !== null && <strong>{format.distance(distance)} · </strong>}
              <bdi>{merchant.name}</bdi>
            </p>
          )}
          <h3 id={`title-${voucherId}`}>
            {voucher && state !== 'WITHDRAWN' ? (
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
          <ConditionList conditions={factsOf(state, voucher)} />
        </div>
      </div>
      {!isUnusable(state) && voucher && merchant && <VoucherAction voucher={voucher} merchant={merchant} />}
    </li>
  )
}

export function ClaimedSkeleton() {
  return <li class="card ghost claimed-ghost" aria-hidden="true" />
}

function factsOf(state: State, voucher: Voucher | null): Condition[] {
  if (isUnusable(state)) return [{ icon: LOOKS[state].icon, text: unusableReason(state, voucher) }]
  return voucher ? conditionsOf(voucher, { now: serverNow() }) : []
}

/** Why the voucher cannot be used now, and from when it can, if ever. */
function unusableReason(state: Unusable, voucher: Voucher | null): string {
  if (state === 'WITHDRAWN' || voucher === null) return words.wallet.withdrawnWhy
  const end = usableUntil(voucher)
  switch (state) {
    case 'EXPIRED':
      return end === null ? words.wallet.expired : words.voucher.expired(end)
    case 'NOT_YET_USABLE':
      return words.voucher.notYet(usableFrom(voucher) ?? '')
    case 'USED_UP':
      return usedUpText(voucher.me.cycleResetsAt, voucher)
    default:
      return fullyRedeemedText(voucher, exhaustedIn(state))
  }
}
