import MarkdownIt, { type Token } from 'markdown-it'
import { escapeHtml, highlight } from './highlight.ts'
import { withTabs } from './language-tabs.ts'

export type Heading = { level: number; text: string; id: string }
/** The text below one heading, for the search. */
export type Section = { id: string; heading: string; text: string }
export type Rendered = { html: string; title: string; headings: Heading[]; sections: Section[] }

/** Anchors like those of GitHub, so that links work there and on the site. */
export function slugger(): (text: string) => string {
  const seen = new Map<string, number>()
  return (text) => {
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}

const plainText = (token: Token | undefined): string =>
  (token?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')

/** Renders a page. `link` returns the address of a link on the site, or null to leave it out. */
export function renderMarkdown(source: string, link: (target: string) => string | null): Rendered {
  const markdown = new MarkdownIt({ html: true })
  markdown.renderer.rules.fence = (tokens, index) => codeBlock(tokens[index] as Token)
  markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
  markdown.renderer.rules.table_close = () => '</table></div>\n'
  const tokens = markdown.parse(source, {})
  const headings = nameHeadings(tokens)
  for (const token of tokens) for (const each of [token, ...(token.children ?? [])]) rewriteLink(each, link)
  return {
    html: markdown.renderer.render(withTabs(dropEmptyLinks(tokens), codeBlock), markdown.options, {}),
    title: headings.find(({ level }) => level === 1)?.text ?? '',
    headings,
    sections: sectionsOf(tokens, headings),
  }
}

function nameHeadings(tokens: Token[]): Heading[] {
  const slug = slugger()
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const text = plainText(tokens[index + 1])
    const id = slug(text)
    token.attrSet('id', id)
    if (token.tag !== 'h1') addAnchor(tokens[index + 1], id)
    return [{ level: Number(token.tag.slice(1)), text, id }]
  })
}

function addAnchor(inline: Token | undefined, id: string): void {
  if (!inline?.children) return
  const [first] = inline.children
  if (!first) return
  const anchor = Object.assign(Object.create(Object.getPrototypeOf(first)), first, {
    ...{ type: 'html_inline', children: null, attrs: null },
    content: ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`,
  })
  inline.children.push(anchor)
}

function rewriteLink(token: Token, link: (target: string) => string | null): void {
  const href = token.type === 'link_open' ? token.attrGet('href') : null
  if (href !== null && href !== undefined) token.attrSet('href', link(decodeURI(String(href))) ?? '')
  if (token.type === 'html_inline' || token.type === 'html_block') {
    token.content = token.content.replaceAll(
      /(<(?:img|a)\s[^>]*?(?:src|href)=")([^"]+)/g,
      (_, start: string, target: string) => start + (link(target) ?? ''),
    )
  }
}

function dropEmptyLinks(tokens: Token[]): Token[] {
  for (const token of tokens) {
    let isDropped = false
    token.children =
      token.children?.filter(({ type, attrs }) => {
        if (type === 'link_open')
          isDropped = attrs?.some(([name, value]) => name === 'href' && value === '') ?? false
        const isOfDropped = isDropped && (type === 'link_open' || type === 'link_close')
        if (type === 'link_close') isDropped = false
        return !isOfDropped
      }) ?? null
  }
  return tokens
}

function codeBlock({ info, content }: Token): string {
  const [language = ''] = info.split(/\s/)
  const label = /^(?:\/\/|#) ([\w-]+\.[a-z]+)/.exec(content)?.[1] ?? language
  return (
    `<figure class="code"><figcaption>${escapeHtml(label)}</figcaption>` +
    `<pre tabindex="0"><code>${highlight(content, language)}</code></pre></figure>\n`
  )
}

function sectionsOf(tokens: Token[], headings: Heading[]): Section[] {
  const sections: Section[] = []
  let next = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const { id = '', text = '' } = headings[next++] ?? {}
      sections.push({ id, heading: text, text: '' })
    }
    const isText = token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open'
    const section = sections.at(-1)
    if (!section) continue
    if (isText) section.text += `${plainText(token)} `
    if (token.type === 'fence') section.text += `${token.content} `
  }
  return sections
}
