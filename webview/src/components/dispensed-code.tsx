import { useEffect, useState } from 'preact/hooks'
import { words } from '../language/words.ts'
import { copyText } from './copy-text.ts'
import { showToast } from './toast.tsx'

const QUIET_ZONE = 4

/** The code as text with a copy button, and as a QR code. */
export function DispensedCode({ code }: { code: string }) {
  const labels = words.redeem.done
  const copy = async () => showToast((await copyText(code)) ? labels.copied : labels.notCopied)
  return (
    <div class="dispensed">
      <p class="redeemed-label">{labels.code}</p>
      <p class={code.length > 16 ? 'code long' : 'code'} dir="ltr" translate={false}>
        {code}
      </p>
      <button type="button" class="button quiet" onClick={copy}>
        {labels.copy}
      </button>
      <QrPicture text={code} />
    </div>
  )
}

/** The encoder loads only when needed. If it fails, the code can still be read as text. */
export function QrPicture({ text, label = words.redeem.done.qr }: { text: string; label?: string }) {
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
        <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
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
