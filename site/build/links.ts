import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { isListed, type Page } from './navigation.ts'

export const BASE = '/docs/'

/** Where a link of a Markdown file leads on the site. Null: the file is not part of it, and the link is left out. */
export function siteLink(target: string, from: string, pages: Page[], root: string): string | null {
  if (/^(?:[a-z]+:|#|\/)/.test(target)) return target
  const [path = '', fragment] = target.split('#')
  const file = normalize(join(dirname(from), path))
  const anchor = fragment === undefined ? '' : `#${fragment}`
  if (file === 'openapi.json') return '/openapi.json'
  if (/^docs\/(?:images\/|[\w-]+\.json$)/.test(file)) return BASE + file.replace('docs/', '')
  const page = pages.find((page) => page.file === file)
  if (page) return BASE + page.path + anchor
  // The image is built without deploy/ and others, so only pages and examples must exist. A page of the navigation that is
  // not written yet is mentioned without a link.
  const isNeeded = /\.md$|^(?:docs|examples)\//.test(file) && !isListed(file)
  if (isNeeded && !existsSync(join(root, file)))
    throw new Error(`${from} links to ${target}, which does not exist`)
  const example = /^examples\/(hosts\/[\w-]+|[\w-]+-backend)(?:\/|$)/.exec(file)?.[1]
  return example ? `${BASE}examples/${example}` : null
}

/** The source with its links rewritten, for readers of Markdown. Pages lead to their Markdown. */
export function linkedMarkdown(source: string, from: string, pages: Page[], root: string): string {
  return source.replaceAll(/\]\(([^)\s]+)\)/g, (whole, target: string) => {
    const link = siteLink(target, from, pages, root)
    if (link === null) return whole
    return `](${link.replace(/^(\/docs\/[\w/-]*)(#.*)?$/, (_, path: string, anchor = '') => markdownPath(path) + anchor)})`
  })
}

const markdownPath = (path: string): string => (path === BASE ? `${BASE}index.md` : `${path}.md`)
