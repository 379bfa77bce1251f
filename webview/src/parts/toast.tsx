import { useEffect, useState } from 'preact/hooks'
import './toast.css'

type Message = { text: string; number: number }

const SHOWN_MS = 5_000
let show: (message: Message) => void = () => {}
let number = 0

/** Says a result at the foot of the screen, and to a screen reader, without taking the focus. */
export function say(text: string): void {
  number += 1
  show({ text, number })
}

/** The one live region of the app: there from the start, since readers overlook one that comes with its text. */
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
