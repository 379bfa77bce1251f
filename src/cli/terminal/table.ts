import { styleText } from 'node:util'
import { visible } from '../../platform/visible-text.ts'

/** Aligned columns under a header. The last column is not padded. */
export function table(header: string[], rows: string[][]): string {
  const shown = [header, ...rows].map((row) => row.map(visible))
  const widths = header.map((_, column) => Math.max(...shown.map((row) => width(row[column] ?? ''))))
  const lines = shown.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [bold(lines[0] ?? ''), ...lines.slice(1)].join('\n')
}

/** Names and values, one pair per line. Further lines of a value, such as a PEM key, stand below its first. */
export function fields(pairs: [name: string, value: unknown][]): string {
  const widest = Math.max(...pairs.map(([name]) => width(name)))
  const lines = pairs.flatMap(([name, value]) =>
    textOf(value)
      .trimEnd()
      .split('\n')
      .map((line, index) => `${pad(index === 0 ? name : '', widest)}  ${visible(line)}`.trimEnd()),
  )
  return lines.join('\n')
}

/** Makes text bold on a terminal, and leaves it as it is elsewhere. */
export function bold(text: string): string {
  return styleText('bold', text, { stream: process.stdout })
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function width(text: string): number {
  return [...text].length
}

function pad(text: string, to: number): string {
  return text + ' '.repeat(Math.max(0, to - width(text)))
}
