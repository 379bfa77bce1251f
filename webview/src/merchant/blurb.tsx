import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { words } from '../language/words.ts'

/** Shows two lines, so that the first voucher is in view. A button shows the rest. */
export function Blurb({ text }: { text: string }) {
  const lines = useRef<HTMLParagraphElement>(null)
  const [isLong, setLong] = useState(false)
  const [isWhole, setWhole] = useState(false)
  useLayoutEffect(() => {
    const measure = () => {
      const { scrollHeight = 0, clientHeight = 0 } = lines.current ?? {}
      // The rest is more than a descender: it is at least one further line.
      if (!isWhole) setLong(scrollHeight > clientHeight + 6)
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [text, isWhole])
  return (
    // The button is at the end of the text in either text direction.
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
