import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { words } from '../language/words.ts'

/** Two lines of it, so that the first voucher is in sight; the rest on demand. */
export function Blurb({ text }: { text: string }) {
  const lines = useRef<HTMLParagraphElement>(null)
  const [isLong, setLong] = useState(false)
  const [isWhole, setWhole] = useState(false)
  useLayoutEffect(() => {
    const measure = () => {
      const { scrollHeight = 0, clientHeight = 0 } = lines.current ?? {}
      // A line more, not a descender.
      if (!isWhole) setLong(scrollHeight > clientHeight + 6)
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [text, isWhole])
  return (
    // The button stands at the end of the text, whichever way that runs.
    <div class={isWhole ? 'blurb whole' : 'blurb'} dir="auto">
      <p ref={lines}>{text}</p>
      {isLong && (
        <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? words.merchant.less : words.merchant.more}
        </button>
      )}
    </div>
  )
}
