import { TornTicket } from '../components/notice.tsx'
import { words } from '../language/words.ts'
import { goHome } from '../routing/navigation.ts'

/** Says that there is nothing yet, with a button to browse. */
export function EmptyState({ title, text }: { title: string; text: string }) {
  return (
    <div class="empty">
      <TornTicket />
      <h2>{title}</h2>
      <p>{text}</p>
      <button type="button" class="button" onClick={goHome}>
        {words.wallet.browse}
      </button>
    </div>
  )
}
