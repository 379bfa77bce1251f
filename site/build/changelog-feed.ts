import { createHash } from 'node:crypto'
import { escapeHtml } from './highlight.ts'
import { BASE } from './links.ts'
import type { Heading } from './markdown.ts'

type Changelog = { path: string; title: string; html: string; headings: Heading[] }
type Entry = { version: string; title: string; anchor: string; updated: string; html: string }

const UNRELEASED = 'Unreleased'

/**
 * The changelog as an Atom feed (RFC 4287), with one entry per release. Changes that are not released yet are an entry, too,
 * since breaking changes are announced there. It has no date, so it has the one at which the file was changed.
 */
export function changelogFeed(changelog: Changelog, changedAt: Date): string {
  const entries = entriesOf(changelog, changedAt)
  const [newest = changedAt.toISOString()] = entries
    .map(({ updated }) => updated)
    .sort((a, b) => (a < b ? 1 : -1))
  const page = BASE + changelog.path
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<title>Counterfoil changelog</title>
<id>${stableId('feed')}</id>
<updated>${newest}</updated>
<author><name>Counterfoil</name></author>
<link rel="self" type="application/atom+xml" href="${page}.atom"/>
<link rel="alternate" type="text/html" href="${page}"/>
${entries.map((entry) => renderEntry(entry, page)).join('\n')}
</feed>
`
}

function renderEntry({ version, title, anchor, updated, html }: Entry, page: string): string {
  const withoutAnchors = html.replaceAll(/ <a class="anchor"[^>]*>#<\/a>/g, '')
  const absolute = withoutAnchors.replaceAll('href="#', `href="${page}#`)
  return `<entry>
<title>${escapeHtml(title)}</title>
<id>${stableId(version)}</id>
<updated>${updated}</updated>
<link rel="alternate" type="text/html" href="${page}#${anchor}"/>
<content type="html">${escapeHtml(absolute)}</content>
</entry>`
}

function entriesOf({ html, headings }: Changelog, changedAt: Date): Entry[] {
  const releases = headings.filter(({ level }) => level === 2)
  const [, ...sections] = html.split(/<h2 [^>]*>.*<\/h2>/)
  return releases.map(({ text, id }, index) => {
    const [, version, date] = /^\[?([\w.-]+?)\]?(?: - (\d{4}-\d\d-\d\d))?$/.exec(text) ?? []
    if (!version || (!date && version !== UNRELEASED))
      throw new Error(
        `CHANGELOG.md: the heading "${text}" is not "[1.2.0] - 2026-12-31" or "[${UNRELEASED}]"`,
      )
    return {
      ...{ version, anchor: id, html: sections[index]?.trim() ?? '' },
      title: date ? version : 'Not released yet',
      updated: date ? `${date}T00:00:00.000Z` : changedAt.toISOString(),
    }
  })
}

/** A UUID made from the name: it is the same in every build and at every address of the service. */
function stableId(name: string): string {
  const hash = createHash('sha256').update(`Counterfoil changelog ${name}`).digest('hex')
  const variant = '89ab'[Number.parseInt(hash[16] as string, 16) % 4]
  const parts = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
  ]
  return `urn:uuid:${[...parts, hash.slice(20, 32)].join('-')}`
}
