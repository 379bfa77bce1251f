import { globSync, readFileSync } from 'node:fs'

/** The Markdown files that the documentation is made of. */
export const PAGES = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...[
    ...['docs/*.md', 'docs/runbooks/*.md', 'docs/internals/*.md'],
    ...['sdk/*.md', 'sdk/*/README.md', 'examples/**/*.md'],
  ].flatMap((pattern) =>
    globSync(pattern)
      .filter((path) => !path.includes('node_modules'))
      .sort(),
  ),
]

export type Block = {
  page: string
  line: number
  language: string
  code: string
  /** The comment above the block: why it is not run here, or that it runs until it is stopped. */
  mark: string | null
}

export function blocksOf(page: string, section?: string): Block[] {
  const whole = readFileSync(page, 'utf8')
  const [start, end] = section === undefined ? [0] : boundsOf(whole, section)
  const text = whole.slice(start, end)
  const pattern = /(?:^ *<!-- (.*?) -->\n+)?^( *)```(\S*)\n([\s\S]*?)^ *```$/gm
  return [...text.matchAll(pattern)].map(
    ([match, mark, indent = '', language = '', code = ''], index, all) => ({
      page,
      line: whole.slice(0, start + (all[index]?.index ?? 0) + match.indexOf('```')).split('\n').length,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      mark: mark ?? null,
    }),
  )
}

/** A section ends at the next heading of its level or of a higher one. */
function boundsOf(page: string, section: string): [start: number, end: number | undefined] {
  const heading = new RegExp(`^(##+) ${RegExp.escape(section)}$`, 'm').exec(page)
  if (!heading) throw new Error(`there is no section ${section}`)
  const [title, level = ''] = heading
  const after = heading.index + title.length
  const length = page.slice(after).search(new RegExp(`^#{2,${level.length}} `, 'm'))
  return [heading.index, length === -1 ? undefined : after + length]
}

export const placeOf = ({ page, line }: Block): string => `${page}:${line}`
