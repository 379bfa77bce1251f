import { useEffect, useState } from 'preact/hooks'
import { words } from '../language/words.ts'
import { go, onNavigation } from '../routing/navigation.ts'
import type { Route } from '../routing/route.ts'
import './toast.css'

type Message = { text: string; number: number; view: Route | undefined }

const SHOWN_MS = 5_000
let show: (message: Message) => void = () => {}
let number = 0

/**
 * Shows a message at the bottom of the screen and announces it to screen readers, without taking the focus. `view` is
 * the screen with more about it.
 */
export function showToast(text: string, view?: Route): void {
  number += 1
  show({ text, number, view })
}

/** Always in the page, since screen readers miss a live region that is added together with its text. */
export function Toast() {
  const [message, setMessage] = useState<Message | null>(null)
  show = setMessage
  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(() => setMessage(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [message])
  // A toast is about the screen where it appeared.
  useEffect(() => onNavigation(() => setMessage(null)), [])
  const { view } = message ?? {}
  return (
    <div class="toast-place" role="status">
      {message && (
        <div key={message.number} class="toast">
          <p>{message.text}</p>
          {view && (
            <button type="button" onClick={() => go(view)}>
              {words.view}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
