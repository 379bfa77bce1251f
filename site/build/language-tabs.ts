import type { Token } from 'markdown-it'

/** The languages of a tab, in the order of the tabs. */
const TABS: Record<string, string> = { js: 'Node', python: 'Python', go: 'Go', java: 'Java', sh: 'curl' }

/** The language of the block, or the one that follows it: commands for Python are a block `sh python`. */
const languageOf = (token: Token | undefined): string =>
  token?.type === 'fence' ? (token.info.split(/\s/).at(-1) ?? '') : ''

/**
 * Code blocks that follow each other, each in another language, become tabs. They are radio buttons, so that they work
 * without JavaScript and by keyboard. site.ts remembers the choice.
 */
export function withTabs(tokens: Token[], renderBlock: (block: Token) => string): Token[] {
  const result: Token[] = []
  let index = 0
  while (index < tokens.length) {
    const group = groupAt(tokens, index)
    const [first] = group
    if (first && group.length > 1) result.push(tabsOf(first, group, renderBlock, index))
    else result.push(tokens[index] as Token)
    index += Math.max(group.length, 1)
  }
  return result
}

function groupAt(tokens: Token[], start: number): Token[] {
  const languages = new Set<string>()
  let end = start
  for (; ; end += 1) {
    const language = languageOf(tokens[end])
    if (!(language in TABS) || languages.has(language)) break
    languages.add(language)
  }
  return tokens.slice(start, end)
}

function tabsOf(first: Token, group: Token[], renderBlock: (block: Token) => string, number: number): Token {
  const order = Object.keys(TABS)
  const sorted = group.toSorted((a, b) => order.indexOf(languageOf(a)) - order.indexOf(languageOf(b)))
  const buttons = sorted.map((block, i) => {
    const language = languageOf(block)
    const id = `tabs-${number}-${language}`
    const checked = i === 0 ? ' checked' : ''
    return (
      `<input type="radio" name="tabs-${number}" id="${id}" value="${language}"${checked}>` +
      `<label for="${id}">${TABS[language]}</label>`
    )
  })
  const content =
    `<fieldset class="tabs"><legend>Language</legend>\n${buttons.join('\n')}\n` +
    `${sorted.map(renderBlock).join('')}</fieldset>\n`
  return Object.assign(Object.create(Object.getPrototypeOf(first)), first, { type: 'html_block', content })
}
