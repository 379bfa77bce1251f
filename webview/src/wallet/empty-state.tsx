import { TornTicket } from '../components/notice.tsx'
import { words } from '../language/words.ts'
import { back, currentPlace, go } from '../routing/navigation.ts'
import { HOME } from '../routing/route.ts'

/** Says that there is nothing yet, with a button to browse. */
export function EmptyState({ title, text }: { title: string; text: string }) {
  // Home is usually right below. Going back then restores it as it was.
  const browse = () => (currentPlace().depth === 1 ? back() : go(HOME))
  return (
    <div class="empty">
      <TornTicket />
      <h2>{title}</h2>
      <p>{text}</p>
      <button type="button" class="button" onClick={browse}>
        {words.wallet.browse}
      </button>
    </div>
  )
}
