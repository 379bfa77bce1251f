import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** The words of the console: in every language, used, and nowhere else than in the catalogues. */

const LANGUAGES = ['ms', 'zh-hans', 'ar']
/** These hold no words of the language that is built. */
const NOT_TRANSLATED = ['language-names.ts', 'words-of.ts']
const AREAS = globSync('console/src/words/*.ts')
  .map((path) => basename(path))
  .filter((area) => !NOT_TRANSLATED.includes(area))
const sources = globSync('console/src/**/*.{ts,tsx}').map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))
const screens = sources.filter(({ path }) => !path.startsWith('console/src/words/'))

test.each(LANGUAGES)(
  '%s: a translated file has the exports and keys of the English one, and no text of it is empty',
  async (language) => {
    for (const area of AREAS.filter((one) => existsSync(`console/src/words/${language}/${one}`))) {
      const english = await import(`../../console/src/words/${area}`)
      const translated = await import(`../../console/src/words/${language}/${area}`)
      expect(keysOf(translated), `${language}/${area}`).toEqual(keysOf(english))
    }
  },
)

test.each(LANGUAGES)('%s: no file without an English one', (language) => {
  const files = globSync(`console/src/words/${language}/*.ts`).map((path) => basename(path))
  expect(files.filter((file) => !AREAS.includes(file))).toEqual([])
})

/** Each key with the kind of its value: `title: string`. An empty text may stay empty. */
function keysOf(value: unknown, name = ''): string[] {
  if (typeof value !== 'object' || value === null)
    return [`${name}: ${value === '' ? 'empty' : typeof value}`]
  return Object.entries(value)
    .flatMap(([key, one]) => keysOf(one, `${name}.${key}`))
    .sort()
}

test('every word is used', () => {
  const text = [...screens, ...sources.filter(({ path }) => /^console\/src\/words\/[^/]+$/.test(path))]
    .map((source) => source.text)
    .join('\n')
  const unused = AREAS.flatMap((area) => {
    const source = readFileSync(`console/src/words/${area}`, 'utf8')
    return [...source.matchAll(/^export const (\w+) = \{\n(.*?)^\} as const/gms)].flatMap(
      ([, name, body = '']) =>
        [...body.matchAll(/^ {2}(\w+):/gm)]
          .map(([, key = '']) => key)
          .filter((key) => !isUsed(key, text))
          .map((key) => `${area}: ${name}.${key}`),
    )
  })
  expect(unused).toEqual([])
})

/** As a property (`words.title`), as the name of a field (`name="title"`), or as a key elsewhere. */
function isUsed(key: string, text: string): boolean {
  const found = text.match(new RegExp(`\\.${key}\\b|['"]${key}['"]|\\b${key}\\b(?=[^:(])`, 'g')) ?? []
  return found.length > 0
}

const SPOKEN =
  /^(?:label|title|placeholder|description|aria-label|alt|header|hint|text|legend|error|summary)$/
/** Names, and words that are the same in every language. */
const SAME = /^(?:Counterfoil|UTC|CSV|JSON|API|URL|PIN|QR|JWKS|SHA-256|https?:\/\/\S*)$/

test('no screen has text of its own: all words are in console/src/words', () => {
  const found = screens.flatMap(({ path, text }) => literalsIn(path, text))
  expect(found).toEqual([])
})

function literalsIn(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const report = (node: ts.Node, words: string) => {
    const plain = words.trim()
    if (!/\p{L}{2}/u.test(plain) || SAME.test(plain)) return
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    found.push(`${path}:${line + 1}: “${plain}”`)
  }
  const spoken = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) report(node, node.text)
    else if (ts.isTemplateExpression(node))
      for (const { literal } of [{ literal: node.head }, ...node.templateSpans]) report(node, literal.text)
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(spoken)
    else if (ts.isParenthesizedExpression(node)) spoken(node.expression)
    else if (ts.isBinaryExpression(node))
      [node.left, node.right].forEach((side) => isOperand(node) && spoken(side))
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) report(node, node.text)
    else if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent))
      spoken(node.expression)
    else if (ts.isJsxAttribute(node) && SPOKEN.test(node.name.getText()) && node.initializer)
      spoken(ts.isJsxExpression(node.initializer) ? (node.initializer.expression ?? node) : node.initializer)
    else if (ts.isPropertyAssignment(node) && SPOKEN.test(node.name.getText())) spoken(node.initializer)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** What a comparison compares is not shown. */
function isOperand({ operatorToken }: ts.BinaryExpression): boolean {
  return [
    ts.SyntaxKind.PlusToken,
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.QuestionQuestionToken,
    ts.SyntaxKind.AmpersandAmpersandToken,
  ].includes(operatorToken.kind)
}

test('numbers, dates and money are written by console/src/time in the chosen language', () => {
  const found = sources
    .filter(({ text }) =>
      /\.toLocale\w+\(|Intl\.\w+Format\((?!LOCALE)|Intl\.DisplayNames\((?!LOCALE)/.test(text),
    )
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('console/src/time/'))
  expect(found).toEqual([])
})

test('nothing is placed left or right: Arabic is read from the right', () => {
  const physical =
    /(?:margin|padding|border)-(?:left|right)|(?:text-align|float): *(?:left|right)|^\s*(?:left|right):|\b(?:ml|mr|pl|pr|left|right)=[{"]|\bta="(?:left|right)"|(?:margin|padding|border)(?:Left|Right)\b|textAlign: '(?:left|right)'/m
  const files = [
    ...sources,
    { path: 'console/src/style.css', text: readFileSync('console/src/style.css', 'utf8') },
  ]
  expect(files.filter(({ text }) => physical.test(text)).map(({ path }) => path)).toEqual([])
})
