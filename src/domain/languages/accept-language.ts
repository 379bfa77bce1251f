/** Browsers send fewer languages. More would only cost time. */
const MAX_RANGES = 20

/** The language ranges of an Accept-Language header, preferred ones first (RFC 9110, section 12.5.4). */
export function readAcceptLanguage(header: string): string[] {
  return header
    .split(',', MAX_RANGES)
    .flatMap((part) => readRange(part) ?? [])
    .sort((a, b) => b.quality - a.quality)
    .map(({ range }) => range)
}

const RANGE = /^([A-Za-z0-9*_-]{1,35})(?:\s*;\s*q=([01](?:\.\d{0,3})?))?$/i

/** Returns null for a range that is malformed or not acceptable (`q=0`). */
function readRange(part: string): { range: string; quality: number } | null {
  const [, range, weight = '1'] = RANGE.exec(part.trim()) ?? []
  const quality = Math.min(1, Number(weight))
  return range !== undefined && quality > 0 ? { range, quality } : null
}
