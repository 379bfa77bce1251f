import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { SEARCH_OPTIONS } from '../src/search-options.ts'
import type { ApiDocument } from './api-document.ts'
import { apiPages } from './api-reference.ts'
import { changelogFeed } from './changelog-feed.ts'
import { examplePages } from './example-pages.ts'
import { type Assets, layout, type NavGroup, type PageContent } from './layout.ts'
import { BASE, linkedMarkdown, siteLink } from './links.ts'
import { renderMarkdown, type Section } from './markdown.ts'
import { navigation, type Page } from './navigation.ts'

type Built = PageContent & { sections: Section[]; markdown: string }
export type SiteFile = { path: string; content: string }
export type Site = { pages: Built[]; groups: NavGroup[]; changelogChangedAt: Date }

const MAX_INDEXED_LENGTH = 4000

/** For an address that has no page. The header above it has the search. */
const NOT_FOUND: PageContent = {
  path: '404',
  title: 'Page not found',
  description: 'This address has no page.',
  html: `<h1>Page not found</h1><p>This address has no page. Search for what you need, or go to the <a href="${BASE}">overview</a>.</p>`,
  headings: [],
}

/** Every page of the site, without the assets, which get their names later. */
export function readSite(root: string): Site {
  const groups = navigation(root)
  const examples = examplePages(root)
  const all: Page[] = [
    ...groups.flatMap(({ pages }) => pages),
    ...examples.map(({ path, file }) => ({ path, file, label: '' })),
  ]
  const build = (path: string, file: string, source: string): Built => {
    const rendered = renderMarkdown(source, (target) => siteLink(target, file, all, root))
    return {
      ...rendered,
      path,
      description: descriptionOf(source),
      markdown: linkedMarkdown(source, file, all, root),
    }
  }
  const written = groups.flatMap(({ pages }) =>
    pages.map(({ path, file }) => build(path, file, readFileSync(join(root, file), 'utf8'))),
  )
  const api = apiPages(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as ApiDocument)
  const titled = groups.map(({ title, pages }) => ({
    title,
    pages: pages.map(({ path, label }) => ({
      path,
      label: label || (written.find((page) => page.path === path)?.title ?? path),
    })),
  }))
  const listed = (isForPartners: boolean) =>
    api.filter((page) => page.isForPartners === isForPartners).map(({ path, label }) => ({ path, label }))
  const reference = { title: 'API reference', pages: listed(true) }
  const backOffice = { title: 'Back-office API', pages: listed(false) }
  const pages = [...written, ...api, ...examples.map(({ path, file, source }) => build(path, file, source))]
  checkFragments(pages)
  return {
    pages,
    groups: [...titled.slice(0, 2), reference, ...titled.slice(2, 4), backOffice, ...titled.slice(4)],
    changelogChangedAt: statSync(join(root, 'CHANGELOG.md')).mtime,
  }
}

/** The first paragraph, as plain text. */
function descriptionOf(source: string): string {
  const paragraph = source.split(/\n\n+/).find((text) => /^(?!```)[A-Z`*[]/.test(text)) ?? ''
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*_]/g, '')
    .replaceAll('\n', ' ')
  return plain.length > 155 ? `${plain.slice(0, 152).replace(/\s\S*$/, '')} …` : plain
}

/** A link to a heading that does not exist fails the build. */
function checkFragments(pages: Built[]): void {
  const ids = new Map(
    pages.map(({ path, html }) => [path, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))]),
  )
  const broken = pages.flatMap(({ path, html }) =>
    [...html.matchAll(/href="(?:\/docs\/([^"#]*))?#([^"]+)"/g)]
      .filter(([, target = path, id]) => !ids.get(target)?.has(decodeURIComponent(id ?? '')))
      .map(([link]) => `${path}: ${link}`),
  )
  if (broken.length > 0) throw new Error(`links without a target:\n${broken.join('\n')}`)
}

export function renderPages({ pages, groups, changelogChangedAt }: Site, assets: Assets): SiteFile[] {
  const changelog = pages.find(({ path }) => path === 'changelog')
  if (!changelog) throw new Error('the navigation has no changelog')
  return [
    ...pages.flatMap((page) => [
      { path: `${page.path || 'index'}.html`, content: layout(page, groups, assets) },
      { path: `${page.path || 'index'}.md`, content: page.markdown },
    ]),
    { path: '404.html', content: layout(NOT_FOUND, groups, assets) },
    { path: 'changelog.atom', content: changelogFeed(changelog, changelogChangedAt) },
    { path: 'llms.txt', content: llmsText(pages, groups) },
    { path: 'llms-full.txt', content: llmsFullText(pages, groups) },
  ]
}

/** For language models: a list of all pages with the addresses of their Markdown. See llmstxt.org. */
function llmsText(pages: Built[], groups: NavGroup[]): string {
  const describe = (path: string) => pages.find((page) => page.path === path)?.description ?? ''
  const lists = groups.map(({ title, pages }) => {
    const items = pages.map(
      ({ path, label }) => `- [${label}](${BASE}${path || 'index'}.md): ${describe(path)}`,
    )
    return `## ${title}\n\n${items.join('\n')}`
  })
  return [
    '# Counterfoil',
    '> A voucher service that partner apps embed. Users claim vouchers and redeem them at an outlet with its PIN.',
    'The OpenAPI document is at /openapi.json. Partners need only /openapi-partner.json.',
    'All pages in one file are at /llms-full.txt.',
    ...lists,
  ].join('\n\n')
}

/** For language models: every page of the navigation in one file, each after its address. */
function llmsFullText(pages: Built[], groups: NavGroup[]): string {
  const texts = groups.flatMap((group) =>
    group.pages.map(({ path }) => {
      const markdown = pages.find((page) => page.path === path)?.markdown ?? ''
      return `Source: ${BASE}${path || 'index'}.md\n\n${markdown.trim()}\n`
    }),
  )
  return texts.join('\n---\n\n')
}

/** The search index, as the browser loads it. */
export function searchIndex(pages: Built[]): string {
  const index = new MiniSearch(SEARCH_OPTIONS)
  index.addAll(
    pages.flatMap(({ path, title, sections }) =>
      sections.map(({ id, heading, text }) => ({
        id: `${path}#${id}`,
        ...{ title, heading, text: text.slice(0, MAX_INDEXED_LENGTH) },
        excerpt: text.replaceAll(/\s+/g, ' ').slice(0, 140),
      })),
    ),
  )
  return JSON.stringify(index)
}
