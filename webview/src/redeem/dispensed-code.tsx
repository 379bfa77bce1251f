import { useEffect, useState } from 'preact/hooks'
import { words } from '../language/words.ts'
import { say } from '../parts/toast.tsx'

const QUIET_ZONE = 4

/** The code to read, to copy and to scan. */
export function DispensedCode({ code }: { code: string }) {
  const told = words.redeem.done
  const copy = async () => say((await copyText(code)) ? told.copied : told.notCopied)
  return (
    <div class="dispensed">
      <p class="redeemed-label">{told.code}</p>
      <p class={code.length > 16 ? 'code long' : 'code'} dir="ltr" translate={false}>
        {code}
      </p>
      <button type="button" class="button quiet" onClick={copy}>
        {told.copy}
      </button>
      <QrPicture text={code} />
    </div>
  )
}

/** Its code comes by itself, and only here. Without it the code can still be read. */
function QrPicture({ text }: { text: string }) {
  const [square, setSquare] = useState<boolean[][] | null>(null)
  useEffect(() => {
    import('./qr-code.ts').then(
      ({ encodeQrCode }) => setSquare(encodeQrCode(text)),
      () => {},
    )
  }, [text])
  const side = (square?.length ?? 0) + 2 * QUIET_ZONE
  return (
    <div class="qr">
      {square && (
        <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={words.redeem.done.qr}>
          <path d={square.map(darkRuns).join('')} />
        </svg>
      )}
    </div>
  )
}

function darkRuns(row: boolean[], at: number): string {
  const runs = row
    .map((isDark) => (isDark ? '1' : '0'))
    .join('')
    .matchAll(/1+/g)
  return [...runs]
    .map(
      ({ index, 0: run }) =>
        `M${(index ?? 0) + QUIET_ZONE} ${at + QUIET_ZONE}h${run.length}v1h-${run.length}z`,
    )
    .join('')
}

/** Many webviews have no clipboard of the new kind. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    field.readOnly = true
    field.className = 'unseen'
    const focused = document.activeElement as HTMLElement | null
    document.body.append(field)
    field.select()
    const isCopied = document.execCommand('copy')
    field.remove()
    focused?.focus({ preventScroll: true })
    return isCopied
  }
}
