import { useEffect, useState } from 'preact/hooks'
import './toast.css'

type Message = { text: string; number: number }

const SHOWN_MS = 5_000
let show: (message: Message) => void = () => {}
let number = 0

/** Shows a message at the bottom of the screen and announces it to screen readers, without taking the focus. */
export function showToast(text: string): void {
  number += 1
  show({ text, number })
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
  return (
    <div class="toast-place" role="status">
      {message && (
        <p key={message.number} class="toast">
          {message.text}
        </p>
      )}
    </div>
  )
}
