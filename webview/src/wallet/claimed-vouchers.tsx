import type { VNode } from 'preact'
import { useId, useRef } from 'preact/hooks'
import type { WalletItem } from '../api/routes.ts'
import { FailureMessage } from '../components/failure-message.tsx'
import { useOnline } from '../components/offline-banner.tsx'
import { NearbyQuestion } from '../home/nearby-question.tsx'
import { format, words } from '../language/words.ts'
import { lastPosition } from '../position/locate.ts'
import { replace } from '../routing/navigation.ts'
import type { WalletFilter } from '../routing/route.ts'
import { ClaimedCard, ClaimedSkeleton } from './claimed-card.tsx'
import { EmptyState } from './empty-state.tsx'
import { useRowLimit } from './use-row-limit.ts'
import { type Group, type GroupName, useWallet } from './use-wallet.ts'
import { filtered, WalletFilters } from './wallet-filters.tsx'

/** The claims in the groups of the service, as far as the filter leaves them. */
export function ClaimedVouchers({ filter }: { filter: WalletFilter }) {
  const choose = (chosen: WalletFilter) => replace({ screen: 'wallet', ...chosen })
  const needsPosition = filter.isNear === true && lastPosition() === null
  const isNear = filter.isNear === true && !needsPosition
  const { groups, wallet, error, retry } = useWallet({ isNear })
  const rowLimit = useRowLimit(groups && wallet ? wallet.items.length : 0)
  if (!wallet && error !== null) return <FailureMessage error={error} retry={retry} />
  if (wallet?.items.length === 0 && groups) return <EmptyState {...words.wallet.empty} />
  const shown = groups
    ?.map(({ name, items }) => ({ name, items: filtered(items, { ...filter, isNear }) }))
    .filter(({ items }) => items.length > 0)
  return (
    <div>
      {wallet && groups && <AsOf moment={wallet.asOf} isOld={error !== null} />}
      {wallet && groups && <WalletFilters items={wallet.items} {...{ filter, choose }} />}
      {needsPosition && (
        <NearbyQuestion
          found={() => choose(filter)}
          giveUp={() => choose({ merchantId: filter.merchantId })}
        />
      )}
      {shown ? <WalletGroups groups={shown} rowLimit={rowLimit} /> : <Coming />}
      {shown?.length === 0 && (
        <p class="quiet-text" role="status">
          {words.wallet.noneNear}
        </p>
      )}
    </div>
  )
}

/** Since when the wallet may have changed: while there is no connection, and after a failed request. */
function AsOf({ moment, isOld }: { moment: string; isOld: boolean }) {
  const isOnline = useOnline()
  if (isOnline && !isOld) return null
  return (
    <p class="quiet-text as-of" role="status">
      {words.wallet.asOf(format.moment(moment))}
    </p>
  )
}

/** As many rows as the limit allows. Each heading has the number of all. */
function WalletGroups({ groups, rowLimit }: { groups: Group[]; rowLimit: number }) {
  let left = rowLimit
  const rowOf = useKeptRows(rowLimit)
  return (
    <>
      {groups.map((group, index) => {
        const rows = group.items.slice(0, left)
        left -= rows.length
        return (
          rows.length > 0 && (
            <WalletGroup key={`${index} ${group.name}`} {...{ group }} rows={rows.map(rowOf)} />
          )
        )
      })}
    </>
  )
}

/**
 * A row that is shown stays as it is while more rows follow, so that each step renders only the new ones. Any other render
 * renews all of them.
 */
function useKeptRows(rowLimit: number): (item: WalletItem) => VNode {
  const kept = useRef({ rowLimit: 0, rows: new Map<WalletItem, VNode>() }).current
  if (kept.rowLimit === rowLimit) kept.rows.clear()
  kept.rowLimit = rowLimit
  return (item) => {
    const row = kept.rows.get(item) ?? <ClaimedCard key={item.id} item={item} />
    kept.rows.set(item, row)
    return row
  }
}

function Coming() {
  return (
    <section aria-busy="true">
      <h2>{words.wallet.ready}</h2>
      <ul class="cards">
        <ClaimedSkeleton />
        <ClaimedSkeleton />
        <ClaimedSkeleton />
      </ul>
    </section>
  )
}

function titleOf(name: GroupName): string {
  const { ready, favorite, notYet, usedUp, ended, others } = words.wallet
  return {
    READY: ready,
    FAVORITES_ONLY: favorite,
    LATER: notYet,
    USED_UP: usedUp,
    ENDED: ended,
    more: others,
  }[name]
}

function WalletGroup({ group: { name, items }, rows }: { group: Group; rows: VNode[] }) {
  const id = useId()
  // A row keeps its place when its voucher belongs to another group now.
  const count = name === 'more' ? items.length : items.filter(({ group }) => group === name).length
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {titleOf(name)} {count > 0 && <span class="count">{format.number(count)}</span>}
      </h2>
      <ul class="cards">{rows}</ul>
    </section>
  )
}
