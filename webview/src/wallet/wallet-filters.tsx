import type { WalletItem } from '../api/routes.ts'
import { PinIcon } from '../components/icons.tsx'
import { format, words } from '../language/words.ts'
import type { WalletFilter } from '../routing/route.ts'

/** A shorter wallet is seen at a glance. */
const MIN_ITEMS = 8

type Props = { items: WalletItem[]; filter: WalletFilter; choose: (filter: WalletFilter) => void }

/** Near me, and one merchant. */
export function WalletFilters({ items, filter, choose }: Props) {
  const merchants = merchantsIn(items)
  const isFiltered = filter.isNear || filter.merchantId !== undefined
  if (items.length < MIN_ITEMS && !isFiltered) return null
  return (
    <fieldset class="wallet-filters" aria-label={words.home.filters}>
      <button
        type="button"
        class="chip"
        aria-pressed={Boolean(filter.isNear)}
        onClick={() => choose({ ...filter, isNear: !filter.isNear || undefined })}
      >
        <span>
          <PinIcon />
          {words.home.near}
        </span>
      </button>
      {merchants.length > 1 && (
        <select
          id="wallet-merchant"
          class={filter.merchantId === undefined ? undefined : 'on'}
          aria-label={words.wallet.place}
          value={filter.merchantId ?? ''}
          onChange={({ currentTarget: { value } }) => choose({ ...filter, merchantId: value || undefined })}
        >
          <option value="">{words.home.allPlaces}</option>
          {merchants.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  )
}

function merchantsIn(items: WalletItem[]): { id: string; name: string }[] {
  const byId = new Map(items.flatMap(({ merchant }) => (merchant ? [[merchant.id, merchant]] : [])))
  return [...byId.values()].sort((one, other) => one.name.localeCompare(other.name, format.locale))
}

export const distanceOf = ({ outlets: [nearest] }: WalletItem): number | null =>
  nearest?.distanceMeters ?? null

/** What the filter leaves of a group. Near me: nearest first, without vouchers whose outlets have no position. */
export function filtered(items: WalletItem[], { isNear, merchantId }: WalletFilter): WalletItem[] {
  const ofMerchant = items.filter((item) => merchantId === undefined || item.merchantId === merchantId)
  if (!isNear) return ofMerchant
  return ofMerchant
    .filter((item) => distanceOf(item) !== null)
    .sort((one, other) => (distanceOf(one) ?? 0) - (distanceOf(other) ?? 0))
}
