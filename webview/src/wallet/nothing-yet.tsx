import { words } from '../language/words.ts'
import { TornTicket } from '../parts/notice.tsx'
import { back, go, here } from '../routing/navigation.ts'
import { HOME } from '../routing/route.ts'

/** An empty place, and the way to fill it. */
export function NothingYet({ title, text }: { title: string; text: string }) {
  // Mostly the first screen lies right beneath: then it is as it was left.
  const browse = () => (here().depth === 1 ? back() : go(HOME))
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
