import { useLayoutEffect, useRef } from 'preact/hooks'
import { format, words } from '../language/words.ts'
import { Failed } from '../parts/failed.tsx'
import { type Claimed, useClaimed } from './claimed.ts'
import { ClaimedCard, ClaimedGhost } from './claimed-card.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { SHELVES, type Shelf } from './shelves.ts'

/** Shelf by shelf. What is still on its way waits on the first one, where most of it belongs. */
export function ClaimedVouchers() {
  const { claimed, error, retry, retryDetails } = useClaimed()
  const keepingFocus = useKeptFocus()
  if (!claimed) {
    return error !== null ? (
      <Failed error={error} retry={retry} />
    ) : (
      <section aria-busy="true">
        <h2>{words.wallet.ready}</h2>
        <ul class="cards">
          <ClaimedGhost />
          <ClaimedGhost />
          <ClaimedGhost />
        </ul>
      </section>
    )
  }
  if (claimed.length === 0) return <NothingYet {...words.wallet.empty} />
  return (
    <div {...keepingFocus}>
      {SHELVES.map((shelf) => {
        const lying = claimed.filter((one) => (one.shelf ?? 'ready') === shelf)
        return (
          lying.length > 0 && (
            <ShelfOf key={shelf} shelf={shelf} claimed={lying} retryDetails={retryDetails} />
          )
        )
      })}
    </div>
  )
}

/** A card that moves to another shelf takes the focus along. */
function useKeptFocus() {
  const focusId = useRef('')
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || focusId.current === '') return
    document.getElementById(focusId.current)?.focus()
  })
  return {
    onFocusIn: ({ target }: FocusEvent) => {
      focusId.current = (target as Element).id
    },
    // Whoever taps beside it lets it go.
    onPointerDown: () => {
      focusId.current = ''
    },
  }
}

type ShelfProps = { shelf: Shelf; claimed: Claimed[]; retryDetails: () => void }

function ShelfOf({ shelf, claimed, retryDetails }: ShelfProps) {
  const isBusy = claimed.some((one) => one.shelf === null)
  const retry = () => {
    // The button goes with its shelf.
    document.querySelector('h1')?.focus({ preventScroll: true })
    retryDetails()
  }
  return (
    <section aria-labelledby={`shelf-${shelf}`} aria-busy={isBusy}>
      <h2 id={`shelf-${shelf}`}>
        {words.wallet[shelf]} {!isBusy && <span class="count">{format.number(claimed.length)}</span>}
      </h2>
      {shelf === 'unknown' && (
        <div class="unknown">
          <p>{words.wallet.unknownWhy}</p>
          <button type="button" class="button quiet" onClick={retry}>
            {words.retry}
          </button>
        </div>
      )}
      <ul class="cards">
        {claimed.map((one) => (
          <ClaimedCard key={one.entry.id} claimed={one} />
        ))}
      </ul>
    </section>
  )
}
