import type { ComponentChildren } from 'preact'
import { words } from '../language/words.ts'
import './notice.css'

/** A full-screen message that says what to do. */
export function Notice({
  title,
  text,
  retry,
  children,
}: {
  title: string
  text: string
  retry?: (() => void) | undefined
  children?: ComponentChildren
}) {
  return (
    <main class="notice">
      <TornTicket />
      <div role="alert">
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      {retry && (
        <button type="button" class="button" onClick={retry}>
          {words.retry}
        </button>
      )}
      {children}
    </main>
  )
}

/** A voucher torn at its perforation. */
export function TornTicket() {
  return (
    <svg class="ticket" viewBox="0 0 96 56" aria-hidden="true">
      <path d="M4 4h52v48H4V36a8 8 0 0 0 0-16z" />
      <path class="torn" d="M68 6l22 4-2 14a7 7 0 0 0-2 14l-2 14-22-4z" />
      <path class="line" d="M16 20h26M16 30h18" />
    </svg>
  )
}
