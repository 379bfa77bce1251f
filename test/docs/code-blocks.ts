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
  /** The tab of a block with commands for one language: `sh python`. */
  tab: string | null
  code: string
  /** The comment above the block: why it is not run here, or that it runs until it is stopped. */
  mark: string | null
}

export function blocksOf(page: string, section?: string): Block[] {
  const whole = readFileSync(page, 'utf8')
  const [start, sectionEnd] = section === undefined ? [0] : boundsOf(whole, section)
  const text = whole.slice(start, sectionEnd)
  const pattern = /(?:^ *<!-- (.*?) -->\n+)?^( *)```(\S*)(?: (\S+))?\n([\s\S]*?)^ *```$/gm
  const blocks: Block[] = []
  let end = -1
  for (const { 0: match, 1: mark, 2: indent, 3: language = '', 4: tab, 5: code = '', index } of text.matchAll(
    pattern,
  )) {
    // The comment above tabs is for all of them.
    const isNextTab = tab !== undefined && text.slice(end, index).trim() === '' && end !== -1
    blocks.push({
      page,
      line: whole.slice(0, start + index + match.indexOf('```')).split('\n').length,
      language,
      tab: tab ?? null,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      mark: mark ?? (isNextTab ? (blocks.at(-1)?.mark ?? null) : null),
    })
    end = index + match.length
  }
  return blocks
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
