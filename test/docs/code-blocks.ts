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
  const start = section === undefined ? 0 : whole.indexOf(`## ${section}\n`)
  const end = section === undefined ? -1 : whole.indexOf('\n## ', start + 1)
  const text = whole.slice(start, end === -1 ? undefined : end)
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

export const placeOf = ({ page, line }: Block): string => `${page}:${line}`
