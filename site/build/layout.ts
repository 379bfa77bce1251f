import { escapeHtml } from './highlight.ts'
import { BASE } from './links.ts'
import type { Heading } from './markdown.ts'

export type Assets = { styles: string[]; theme: string; site: string; tryIt: string; searchIndex: string }
export type NavGroup = { title: string; pages: { path: string; label: string }[] }
export type PageContent = {
  path: string
  title: string
  description: string
  html: string
  headings: Heading[]
  hasTryIt?: boolean
}

const SEARCH_ICON =
  '<svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true"><circle cx="8.5" cy="8.5" r="5.5"/><path d="m13 13 4.5 4.5"/></svg>'
const MENU_ICON =
  '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M3 5h14M3 10h14M3 15h14"/></svg>'
const THEME_ICON =
  '<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><circle cx="10" cy="10" r="7"/><path class="half" d="M10 3a7 7 0 0 1 0 14z"/></svg>'

/** A whole page. Everything in it comes from this service. */
export function layout(content: PageContent, groups: NavGroup[], assets: Assets): string {
  const { path, title, description, html, headings, hasTryIt } = content
  const isPage = path !== '404'
  const fullTitle = path === '' ? 'Counterfoil documentation' : `${title} · Counterfoil`
  const script = (name: string) => `<script type="module" src="${BASE}${name}"></script>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(fullTitle)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="data:,">
${isPage ? `<link rel="alternate" type="text/markdown" href="${BASE}${path || 'index'}.md">` : ''}
<link rel="alternate" type="application/atom+xml" title="Counterfoil changelog" href="${BASE}changelog.atom">
<script src="${BASE}${assets.theme}"></script>
${assets.styles.map((name) => `<link rel="stylesheet" href="${BASE}${name}">`).join('\n')}
</head>
<body data-search-index="${BASE}${assets.searchIndex}">
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<button type="button" class="icon menu" aria-label="Menu" aria-expanded="false" aria-controls="navigation">${MENU_ICON}</button>
<a class="brand" href="${BASE}">Counterfoil <span>Docs</span></a>
<button type="button" class="search" aria-label="Search" aria-keyshortcuts="/">${SEARCH_ICON}<span>Search</span><kbd>/</kbd></button>
<a class="to-api" href="${BASE}api">API reference</a>
<button type="button" class="icon theme" aria-label="Switch between light and dark">${THEME_ICON}</button>
</header>
<div class="columns">
${sidebar(groups, path)}
<main id="content"${headings.length > 0 ? '' : ' class="wide"'}>
<article>
${html}
</article>
${turnPage(groups, path)}
<footer>${isPage ? `<a href="${BASE}${path || 'index'}.md">This page as Markdown</a> · ` : ''}<a href="${BASE}llms.txt">llms.txt</a> · <a href="${BASE}changelog.atom">Changelog feed</a></footer>
</main>
${tableOfContents(headings)}
</div>
${script(assets.site)}
${hasTryIt ? script(assets.tryIt) : ''}
</body>
</html>
`
}

function sidebar(groups: NavGroup[], current: string): string {
  const item = ({ path, label }: { path: string; label: string }) =>
    `<li><a href="${BASE}${path}"${path === current ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`
  const group = ({ title, pages }: NavGroup) =>
    `<p class="group">${escapeHtml(title)}</p><ul>${pages.map(item).join('')}</ul>`
  return `<nav id="navigation" aria-label="Pages">${groups.map(group).join('')}</nav>`
}

function tableOfContents(headings: Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  if (shown.length < 2) return ''
  const items = shown.map(
    ({ id, text, level }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  )
  return `<aside class="contents"><nav aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav></aside>`
}

function turnPage(groups: NavGroup[], current: string): string {
  const pages = groups.flatMap(({ pages }) => pages)
  const index = pages.findIndex(({ path }) => path === current)
  if (index === -1) return ''
  const link = (page: { path: string; label: string } | undefined, rel: string, words: string) =>
    page
      ? `<a rel="${rel}" href="${BASE}${page.path}"><span>${words}</span>${escapeHtml(page.label)}</a>`
      : '<span></span>'
  return `<nav class="turn" aria-label="Previous and next page">${link(pages[index - 1], 'prev', 'Previous')}${link(pages[index + 1], 'next', 'Next')}</nav>`
}
