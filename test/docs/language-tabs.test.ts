import { expect, test } from 'vitest'
import { renderMarkdown } from '../../site/build/markdown.ts'

const fence = (language: string, code = language) => `\`\`\`${language}\n${code}\n\`\`\`\n`
const render = (source: string) => renderMarkdown(source, (target) => target)
const tabsOf = (html: string) => [...html.matchAll(/<label[^>]*>(\w+)<\/label>/g)].map(([, name]) => name)

test('blocks that follow each other in several languages are tabs, in one order', () => {
  const { html, sections } = render(
    `# Page\n\n${fence('sh')}\n${fence('go')}\n${fence('js')}\n${fence('python')}`,
  )
  expect(tabsOf(html)).toEqual(['Node', 'Python', 'Go', 'curl'])
  expect(html.match(/ checked>/g)).toHaveLength(1)
  expect(html.match(/class="code"/g)).toHaveLength(4)
  expect(sections[0]?.text).toContain('python')
})

test('commands for several languages are tabs of these languages, shown as commands', () => {
  const { html } = render(`${fence('sh js', 'npm start')}\n${fence('sh python', 'pip install')}`)
  expect(tabsOf(html)).toEqual(['Node', 'Python'])
  expect(html.match(/<figcaption>sh</g)).toHaveLength(2)
})

test.each([
  ['one language', fence('js')],
  ['text between them', `${fence('js')}\nText\n\n${fence('go')}`],
  ['the same language', `${fence('js')}\n${fence('js', 'b')}`],
  ['an output', `${fence('sh')}\n${fence('console')}`],
])('%s: no tabs', (_name, source) => {
  const { html } = render(source)
  expect(html).not.toContain('tabs')
  expect(html.match(/class="code"/g)?.length).toBe(source.match(/^```\w/gm)?.length)
})
