import { useLayoutEffect, useRef } from 'preact/hooks'
import { FailureMessage } from '../components/failure-message.tsx'
import { format, words } from '../language/words.ts'
import { ClaimedCard, ClaimedSkeleton } from './claimed-card.tsx'
import { EmptyState } from './empty-state.tsx'
import { byUrgency, SECTIONS, type Section } from './sections.ts'
import { type Claimed, useClaimed } from './use-claimed.ts'

/** Claims by section. Claims that are still loading wait in the first section, where most belong. */
export function ClaimedVouchers() {
  const { claimed, error, retry, retryDetails } = useClaimed()
  const keepingFocus = useKeptFocus()
  if (!claimed) {
    return error !== null ? (
      <FailureMessage error={error} retry={retry} />
    ) : (
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
  if (claimed.length === 0) return <EmptyState {...words.wallet.empty} />
  return (
    <div {...keepingFocus}>
      {SECTIONS.map((section) => {
        const inSection = claimed
          .filter((one) => (one.section ?? 'ready') === section)
          .sort((one, other) => byUrgency(section, one.voucher, other.voucher))
        return (
          inSection.length > 0 && (
            <WalletSection key={section} section={section} claimed={inSection} retryDetails={retryDetails} />
          )
        )
      })}
    </div>
  )
}

/** Keeps the focus on a card that moves to another section. */
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
    // A tap elsewhere releases the focus.
    onPointerDown: () => {
      focusId.current = ''
    },
  }
}

type WalletSectionProps = { section: Section; claimed: Claimed[]; retryDetails: () => void }

function WalletSection({ section, claimed, retryDetails }: WalletSectionProps) {
  const isBusy = claimed.some((one) => one.section === null)
  const retry = () => {
    // The button disappears with its section.
    document.querySelector('h1')?.focus({ preventScroll: true })
    retryDetails()
  }
  return (
    <section aria-labelledby={`section-${section}`} aria-busy={isBusy}>
      <h2 id={`section-${section}`}>
        {words.wallet[section]} {!isBusy && <span class="count">{format.number(claimed.length)}</span>}
      </h2>
      {section === 'unknown' && (
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
