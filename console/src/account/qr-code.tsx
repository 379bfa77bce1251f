import { correction, generate, mode } from 'lean-qr'

/** Modules of light around the code, so that a camera finds it. */
const QUIET_ZONE = 4

/** Dark on white in both color schemes: many cameras do not read an inverted code. */
export function QrCode({ text, label, size }: { text: string; label: string; size: number }) {
  const code = generate(mode.bytes(new TextEncoder().encode(text)), {
    minCorrectionLevel: correction.M,
    maxCorrectionLevel: correction.M,
  })
  const dark = Array.from({ length: code.size }, (_, y) =>
    Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  ).join('')
  const edge = code.size + 2 * QUIET_ZONE
  return (
    <svg
      role="img"
      aria-label={label}
      className="qr-code"
      width={size}
      height={size}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${edge} ${edge}`}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={edge} height={edge} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  )
}
