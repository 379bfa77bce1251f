import type { Outlet } from '../api/routes.ts'
import { format, words } from '../language/words.ts'
import { serverNow } from '../time/server-clock.ts'
import { openingText } from './opening-text.ts'
import './opening-line.css'

/** Whether the outlet is open, and until when. For information: a closed outlet can be chosen, too. */
export function OpeningLine({ outlet: { opening } }: { outlet: Outlet }) {
  const text = openingText(opening, words.merchant.hours, format.locale, serverNow())
  return text === null ? null : <span class={opening?.isOpen ? 'hours open' : 'hours'}>{text}</span>
}
