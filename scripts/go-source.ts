/** Go source in the form that gofmt writes. */

const MAX_COLUMNS = 118
const INITIALISMS = new Set(['api', 'id', 'url', 'uri', 'jwks', 'jwt', 'gps', 'pin', 'qr', 'ok'])

/** `voucherId`, `voucher_id` and `VOUCHER_ID` become `VoucherID`. */
export function goName(name: string): string {
  const words = /[a-z]/.test(name) ? name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_') : name
  return words
    .split(/[_-]/)
    .map((word) => word.toLowerCase())
    .map((word) => {
      if (INITIALISMS.has(word)) return word.toUpperCase()
      return word === 'ids' ? 'IDs' : word.charAt(0).toUpperCase() + word.slice(1)
    })
    .join('')
}

/** A comment, wrapped; nothing for an empty text. */
export function goComment(text: string, indent = ''): string {
  if (text === '') return ''
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const isFull = last === undefined || `${indent}// ${last} ${word}`.length > MAX_COLUMNS
    if (isFull) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.map((line) => `${indent}// ${line}\n`).join('')
}

/** A line of a struct or a const block: its comment, and its columns. */
export type GoLine = { doc: string; columns: string[] }

/** gofmt aligns the columns of lines that follow each other without a comment. */
export function goLines(lines: GoLine[]): string {
  const groups: GoLine[][] = []
  for (const line of lines) {
    if (line.doc !== '' || groups.length === 0) groups.push([])
    groups.at(-1)?.push(line)
  }
  return groups.map(goGroup).join('')
}

function goGroup(lines: GoLine[]): string {
  const widthOf = (column: number) => Math.max(...lines.map(({ columns }) => columns[column]?.length ?? 0))
  return lines
    .map(({ doc, columns }) => {
      const padded = columns.map((text, i) => (i < columns.length - 1 ? text.padEnd(widthOf(i)) : text))
      return `${goComment(doc, '\t')}\t${padded.join(' ')}\n`
    })
    .join('')
}

export const goString = (text: string): string => JSON.stringify(text)
