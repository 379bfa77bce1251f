import { useId } from 'preact/hooks'
import { FailureMessage } from '../components/failure-message.tsx'
import { format, words } from '../language/words.ts'
import { type Group, useArrangement } from './arrangement.ts'
import { ClaimedCard, ClaimedSkeleton } from './claimed-card.tsx'
import { EmptyState } from './empty-state.tsx'
import { type Claimed, useClaimed } from './use-claimed.ts'

/** Claims by section. A claim keeps its place while its details change; the next visit sorts it again. */
export function ClaimedVouchers() {
  const { claimed, isComplete, error, retry, retryDetails } = useClaimed()
  const { groups, restart } = useArrangement(claimed, isComplete)
  if (!claimed && error !== null) return <FailureMessage error={error} retry={retry} />
  if (!claimed || !groups) {
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
  if (groups.length === 0) return <EmptyState {...words.wallet.empty} />
  const byId = new Map(claimed.map((one) => [one.entry.id, one]))
  const retryAll = () => {
    // The button disappears with its section.
    document.querySelector('h1')?.focus({ preventScroll: true })
    restart()
    retryDetails()
  }
  return (
    <div>
      {groups.map((group, position) => (
        <WalletGroup key={`${position} ${group.name}`} group={group} byId={byId} retry={retryAll} />
      ))}
    </div>
  )
}

type WalletGroupProps = { group: Group; byId: Map<string, Claimed>; retry: () => void }

function WalletGroup({ group: { name, places }, byId, retry }: WalletGroupProps) {
  const id = useId()
  const rows = places.flatMap(({ entryId, isLate }) => {
    const claimed = byId.get(entryId)
    return claimed ? [{ claimed, isLate }] : []
  })
  const isBusy = rows.some(({ claimed }) => claimed.section === null)
  // Details may change after the claims have got their places.
  const members = rows.filter(({ claimed }) => claimed.section === name)
  const count = name === 'more' ? rows.length : members.length
  return (
    <section aria-labelledby={id} aria-busy={isBusy}>
      <h2 id={id}>
        {name === 'more' ? words.wallet.others : words.wallet[name]}{' '}
        {count > 0 && <span class="count">{format.number(count)}</span>}
      </h2>
      {name === 'unknown' && (
        <div class="unknown">
          <p>{words.wallet.unknownWhy}</p>
          <button type="button" class="button quiet" onClick={retry}>
            {words.retry}
          </button>
        </div>
      )}
      <ul class="cards">
        {rows.map(({ claimed, isLate }) => (
          <ClaimedCard key={claimed.entry.id} claimed={claimed} isLate={isLate} />
        ))}
      </ul>
    </section>
  )
}
