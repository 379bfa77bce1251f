import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changelogFeed } from '../../site/build/changelog-feed.ts'
import { renderMarkdown } from '../../site/build/markdown.ts'
import { readSite, renderPages } from '../../site/build/render-site.ts'

const assets = { styles: [], theme: '', site: '', tryIt: '', searchIndex: '' }
const site = readSite('.')
const files = new Map(renderPages(site, assets).map(({ path, content }) => [path, content]))
const textOf = (path: string) => files.get(path) ?? ''

test('llms.txt lists every page of the navigation, and nothing that does not exist', () => {
  const listed = [...textOf('llms.txt').matchAll(/^- \[.+\]\(\/docs\/(\S+)\): \S/gm)].map(([, path]) => path)
  const inNavigation = [...textOf('index.html').matchAll(/<li><a href="\/docs\/([^"#]*)"/g)]
    .map(([, path]) => `${path || 'index'}.md`)
    .filter((path) => files.has(path))
  expect(new Set(listed)).toEqual(new Set(inNavigation))
  expect(listed.filter((path) => !files.has(path ?? ''))).toEqual([])
})

test('llms-full.txt has the whole text of every page of docs/', () => {
  const pages = globSync('docs/**/*.md')
  expect(pages.length).toBeGreaterThan(40)
  const whole = textOf('llms-full.txt')
  const withoutLinks = (text: string) => text.replaceAll(/\]\([^)\s]+\)/g, ']').trim()
  const missing = pages.filter(
    (page) => !withoutLinks(whole).includes(withoutLinks(readFileSync(page, 'utf8'))),
  )
  expect(missing).toEqual([])
})

const feedOf = (markdown: string, changedAt = '2026-12-24T10:00:00Z') =>
  changelogFeed({ ...renderMarkdown(markdown, (target) => target), path: 'changelog' }, new Date(changedAt))
const all = (feed: string, tag: string) =>
  [...feed.matchAll(new RegExp(`<${tag}>(.*)</${tag}>`, 'g'))].map(([, text]) => text)

const RELEASED =
  '# Changelog\n\n## [1.1.0] - 2026-12-01\n\n### Added\n\n- A & B\n\n## [1.0.0] - 2026-11-20\n\n- First, see [below](#a)\n'

test('the feed has one entry per release, with its date and its changes', () => {
  const feed = feedOf(RELEASED)
  expect(all(feed, 'title')).toEqual(['Counterfoil changelog', '1.1.0', '1.0.0'])
  expect(all(feed, 'updated')).toEqual([
    ...['2026-12-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z', '2026-11-20T00:00:00.000Z'],
  ])
  expect(feed).toContain('href="/docs/changelog#110---2026-12-01"')
  expect(feed).toContain('&lt;li&gt;A &amp;amp; B&lt;/li&gt;')
  expect(feed).toContain('href=&quot;/docs/changelog#a&quot;')
  expect(feed).not.toContain('anchor')
})

test('an entry keeps its id when releases are added; changes that are not released have one, too', () => {
  const before = all(feedOf(RELEASED), 'id')
  const feed = feedOf(RELEASED.replace('\n\n', '\n\n## [Unreleased]\n\n- C\n\n'))
  const [feedId, unreleased, ...releases] = all(feed, 'id')
  expect([feedId, ...releases]).toEqual(before)
  expect(new Set([...before, unreleased]).size).toBe(4)
  expect(unreleased).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(all(feed, 'updated').slice(0, 2)).toEqual(['2026-12-24T10:00:00.000Z', '2026-12-24T10:00:00.000Z'])
  // A feed reader knows the entry by this id: it must never change.
  expect(before[2]).toBe('urn:uuid:9342e8a3-6185-89f1-aa77-5df1dc604dda')
})

test('a heading that names no release fails the build', () => {
  expect(() => feedOf('# Changelog\n\n## [1.2.0]\n\n- A\n')).toThrow('"[1.2.0]" is not')
})
