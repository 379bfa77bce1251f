import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { errorsOf, type Route } from '@counterfoil/contract/define-route.ts'
import { ERRORS } from '@counterfoil/contract/errors.ts'
import { ROUTES } from '@counterfoil/contract/routes.ts'
import { VISIBLE_CHARACTER, VISIBLE_OUTSIDE_TAGS } from '@counterfoil/contract/shapes/fields.ts'
import { TEXT_FORMS } from '@counterfoil/contract/shapes/text-forms.ts'
import { ENGLISH } from '@counterfoil/contract/words/english.ts'
import { ENGLISH_FIELDS } from '@counterfoil/contract/words/english-fields.ts'
import { ENGLISH_REASONS } from '@counterfoil/contract/words/english-reasons.ts'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { describeIn } from '../../console/src/facts/describe.ts'
import { EVENT_WORDS } from '../../console/src/words/deliveries.ts'
import { ERROR_WORDS } from '../../console/src/words/errors.ts'
import { ALERT_WORDS } from '../../console/src/words/overview-page.ts'

/** The words of the console: in every language, used, and only in the catalogues. */

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
  '%s: every area is translated, with the exports and keys of the English one, and no text is empty',
  async (language) => {
    for (const area of AREAS) {
      const english = await import(/* @vite-ignore */ `../../console/src/words/${area}`)
      const translated = await import(/* @vite-ignore */ `../../console/src/words/${language}/${area}`)
      expect(keysOf(translated), `${language}/${area}`).toEqual(keysOf(english))
    }
  },
)

test.each(LANGUAGES)('%s: the menu names a screen as its heading does', async (language) => {
  const titlesIn = async (folder: string) => {
    const areas = await Promise.all(
      AREAS.map((area) => import(/* @vite-ignore */ `../../console/src/words/${folder}${area}`)),
    )
    const { MENU_WORDS } = areas[AREAS.indexOf('app-shell.ts')]
    return { menu: MENU_WORDS as Record<string, string>, titles: areas.flatMap(titlesOf) }
  }
  const [english, translated] = [await titlesIn(''), await titlesIn(`${language}/`)]
  const differing = Object.entries(english.menu).flatMap(([name, label]) =>
    english.titles.flatMap((title, place) =>
      title === label && translated.titles[place] !== translated.menu[name]
        ? [`${translated.menu[name]} / ${translated.titles[place]}`]
        : [],
    ),
  )
  expect(differing).toEqual([])
})

/** The headings of an area: what its constants call `title`. */
const titlesOf = (area: Record<string, { title?: unknown }>): unknown[] =>
  Object.keys(area)
    .sort()
    .map((name) => area[name]?.title)

test.each(LANGUAGES)('%s: no file without an English one', (language) => {
  const files = globSync(`console/src/words/${language}/*.ts`).map((path) => basename(path))
  expect(files.filter((file) => !AREAS.includes(file))).toEqual([])
})

/** Each key with the kind of its value: `title: string`. An empty text may stay empty. */
function keysOf(value: unknown, name = ''): string[] {
  if (isForms(value)) return [`${name}: forms`]
  if (typeof value !== 'object' || value === null)
    return [`${name}: ${value === '' ? 'empty' : typeof value}`]
  return Object.entries(value)
    .flatMap(([key, one]) => keysOf(one, `${name}.${key}`))
    .sort()
}

type Forms = Record<string, string>

/** A text for each plural form. Languages have different ones. */
function isForms(value: unknown): value is Forms {
  return typeof value === 'object' && value !== null && typeof (value as Forms).other === 'string'
}

/** The templates of facts by key, each with all of its plural forms. */
function templatesOf(words: object, name = ''): [key: string, forms: Forms][] {
  return Object.entries(words).flatMap(([key, text]): [string, Forms][] => {
    if (typeof text === 'string') return [[`${name}.${key}`, { other: text }]]
    return isForms(text) ? [[`${name}.${key}`, text]] : templatesOf(text, `${name}.${key}`)
  })
}

test.each(LANGUAGES)(
  '%s: sentences of facts have the placeholders of the English ones, in each plural form of the language',
  async (language) => {
    const { FACT_WORDS: facts } = await import(
      /* @vite-ignore */ `../../console/src/words/${language}/facts.ts`
    )
    const { REASON_WORDS: reasons } = await import(
      /* @vite-ignore */ `../../console/src/words/${language}/reasons.ts`
    )
    const translated = { facts, reasons }
    const english = new Map(templatesOf({ facts: ENGLISH, reasons: ENGLISH_REASONS }))
    const rules = new Intl.PluralRules(language)
    const hasForms = ([key]: [string, unknown]) => Object.keys(english.get(key) ?? {}).length > 1
    const wrong = templatesOf(translated).flatMap(([key, forms]) => {
      const needed = hasForms([key, null]) ? rules.resolvedOptions().pluralCategories : ['other']
      const isComplete = needed.every((form) => form in forms) && needed.length === Object.keys(forms).length
      const isFilled = Object.values(forms).every((text) =>
        samePlaceholders(text, english.get(key)?.other ?? ''),
      )
      return isComplete && isFilled ? [] : [key]
    })
    expect(wrong).toEqual([])
  },
)

/** An isolate at the start does not count in Unicode, but it does for `<bdi>`: the sentence would run from left to right. */
test('ar: a sentence that begins with an isolated value says first that it runs from the right', () => {
  const wrong = globSync('console/src/words/ar/*.ts').flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => /['`]«?\\u206[68].*\\u2069.*\p{Script=Arabic}/u.test(line))
      .map((line) => `${basename(path)}: ${line.trim()}`),
  )
  expect(wrong).toEqual([])
})

const PLACEHOLDER = /\{\w+\}/g

function samePlaceholders(one: string, other: string): boolean {
  const names = (text: string) => (text.match(PLACEHOLDER) ?? []).sort().join()
  return names(one) === names(other)
}

test('every word is used', () => {
  const text = [...screens, ...sources.filter(({ path }) => /^console\/src\/words\/[^/]+$/.test(path))]
    .map((source) => source.text)
    .concat(globSync('contract/**/*.ts').map((path) => readFileSync(path, 'utf8')))
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

const ofSurfaces = (...surfaces: Route['surface'][]) =>
  new Set(ROUTES.filter(({ surface }) => surfaces.includes(surface)).flatMap(errorsOf))

test('every error code that the console can get has words, and no other', () => {
  const codes = ofSurfaces('admin', 'session')
  expect([...codes].filter((code) => !(code in ERROR_WORDS))).toEqual([])
  // Single sign-on and links say in the address why they failed.
  const inAddress = /^(?:unreachable|single_sign_on_\w+|issuer_\w+|email_\w+|invalid_sign_in_link)$/
  expect(
    Object.keys(ERROR_WORDS).filter((code) => !codes.has(code as never) && !inAddress.test(code)),
  ).toEqual([])
})

test('every error code of the request log has a meaning, and no other', () => {
  const codes = ofSurfaces('integration', 'consumer')
  // The server refuses these before a route is found.
  const ofServer = ['request_timeout', 'uri_too_long', 'headers_too_large']
  const explained = Object.keys(ENGLISH_REASONS).filter((key) => key in ERRORS && !ofServer.includes(key))
  expect(explained.sort()).toEqual([...codes].sort())
})

test('every word of facts and reasons is used', () => {
  const text = globSync(['src/**/*.ts', 'contract/**/*.ts'])
    .filter((path) => !path.startsWith('contract/words/english'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const names = new Set(text.match(/[\w-]+/g))
  const words = [...Object.values(ENGLISH), ENGLISH_FIELDS, ENGLISH_REASONS]
  const unused = words
    .flatMap((part) => Object.keys(part))
    .filter((key) => !key.split(/[.:]/).every((name) => names.has(name) || /^(?:yes|no)$/.test(name)))
  expect(unused).toEqual([])
})

test('every form of text in a request has a name, so that each language has words for it', () => {
  const bodies = ROUTES.filter(({ surface }) => ['admin', 'session'].includes(surface)).map(
    ({ body }) => body,
  )
  const forms = new Set(bodies.flatMap((body) => formsIn(body)))
  expect([...forms].filter((form) => !(form in TEXT_FORMS))).toEqual([])
  expect(Object.keys(TEXT_FORMS).filter((form) => !forms.has(form))).toEqual([])
})

/** The patterns and formats of a schema. A visible character is asked for in other words. */
function formsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = Object.entries(schema).flatMap(([key, value]) =>
    /^(?:pattern|format)$/.test(key) && typeof value === 'string' ? [value] : formsIn(value),
  )
  return own.filter((form) => form !== VISIBLE_CHARACTER && form !== VISIBLE_OUTSIDE_TAGS)
}

test('a change shows alert kinds, event types and opening hours in words', () => {
  const rowOf = (field: string, type: 'CODE' | 'HOURS', value: string) => {
    const to = { type, value } as const
    const change = { property: field, field, change: 'VALUE', from: null, to } as const
    const facts = { sentence: 'changes', details: {}, changes: [change] }
    return describeIn('UTC')({ facts, summary: '', changes: [] }).changes[0]?.to
  }
  expect(rowOf('alertKinds', 'CODE', 'POOL_LOW')).toBe(ALERT_WORDS.POOL_LOW)
  expect(rowOf('eventTypes', 'CODE', 'CLAIM_CREATED')).toBe(EVENT_WORDS.CLAIM_CREATED)
  expect(
    rowOf('openingHours', 'HOURS', 'Mo-Tu,Th 09:00-12:00,13:00-18:00; 2026-12-25 closed "Eid; all"'),
  ).toBe('Mon–Tue 09:00–12:00, 13:00–18:00; Thu 09:00–12:00, 13:00–18:00; 25 Dec 2026 closed “Eid; all”')
})

test('an entry without facts, of an older service, keeps its English', () => {
  const entry = { summary: 'Cap 500 → 300', changes: [] }
  expect(describeIn('UTC')(entry)).toEqual(entry)
})

/** As a property (`words.title`), as the name of a field (`name="title"`) or as a code of the contract. */
function isUsed(key: string, text: string): boolean {
  const found = text.match(new RegExp(`\\.${key}\\b|['"]${key}['"]`, 'g')) ?? []
  return found.length > 0
}

const SPOKEN =
  /^(?:label|title|placeholder|description|aria-label|alt|header|hint|text|legend|error|summary)$/
/** Names, and words that are the same in every language. */
const SAME = /^(?:Counterfoil|UTC|CSV|JSON|API|URL|PIN|QR|JWKS|SHA-256|https?:\/\/\S*)$/

test('no screen has text of its own: all words are in console/src/words', () => {
  const planted = '<Text c="dimmed" title={isOn ? "Yes, it is" : words.no}>Hello {count + " left"}</Text>'
  expect(literalsIn('planted.tsx', planted)).toHaveLength(3)
  const found = screens.flatMap(({ path, text }) => literalsIn(path, text))
  expect(found).toEqual([])
})

test('the items of a list are joined by the comma of the language', () => {
  expect(screens.filter(({ text }) => text.includes("join(', ')")).map(({ path }) => path)).toEqual([])
})

type Node = { type: string; start: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

function literalsIn(path: string, text: string): string[] {
  const found: string[] = []
  const report = (node: Node, words: string) => {
    const plain = words.trim()
    // An arrow points the other way in Arabic, and each language has its own comma.
    if (!/\p{L}{2}|[←→,;]/u.test(plain) || SAME.test(plain)) return
    found.push(`${path}:${text.slice(0, node.start).split('\n').length}: “${plain}”`)
  }
  const speak = (node: unknown): void => {
    if (!isNode(node)) return
    if (node.type === 'Literal' && typeof node.value === 'string') report(node, node.value)
    if (node.type === 'TemplateLiteral')
      for (const quasi of node.quasis as Node[]) report(quasi, (quasi.value as { cooked: string }).cooked)
    if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(speak)
    if (node.type === 'LogicalExpression') [node.left, node.right].forEach(speak)
    if (node.type === 'BinaryExpression' && node.operator === '+') [node.left, node.right].forEach(speak)
    if (node.type === 'JSXExpressionContainer') speak(node.expression)
  }
  const visit = (node: Node): void => {
    if (node.type === 'JSXText') report(node, String(node.value))
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') (node.children as unknown[]).forEach(speak)
    if (node.type === 'JSXAttribute' && SPOKEN.test(String((node.name as Node).name))) speak(node.value)
    if (node.type === 'Property' && SPOKEN.test(nameOf(node.key))) speak(node.value)
    for (const part of Object.values(node).flat()) if (isNode(part)) visit(part)
  }
  visit(parseSync(path, text).program as unknown as Node)
  return found
}

const nameOf = (key: unknown): string => String((key as Node).name ?? (key as Node).value)

test('numbers, dates and money are written by console/src/time in the chosen language', () => {
  const found = sources
    .filter(({ text }) =>
      /\.toLocale\w+\(|Intl\.\w+Format\((?!LOCALE|SENTENCE_LOCALE|\)\.resolvedOptions)|Intl\.DisplayNames\((?!LOCALE)/.test(
        text,
      ),
    )
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('console/src/time/'))
  expect(found).toEqual([])
  const ofBrowser = sources.filter(({ text }) => /Intl\.\w+Format\(undefined/.test(text))
  expect(ofBrowser.map(({ path }) => path)).toEqual([])
})

test('nothing is placed left or right: Arabic is read from the right', () => {
  const physical =
    /(?:margin|padding|border)-(?:left|right)|(?:text-align|float): *(?:left|right)|\b(?:ml|mr|pl|pr|left|right)=[{"]|\bta="(?:left|right)"|(?:margin|padding|border)(?:Left|Right)\b|textAlign: '(?:left|right)'/m
  const files = [
    ...sources,
    { path: 'console/src/style.css', text: readFileSync('console/src/style.css', 'utf8') },
  ]
  expect(files.filter(({ text }) => physical.test(text)).map(({ path }) => path)).toEqual([])
})

test('the paper in Arabic counts its pages from left to right, as it writes its numbers', () => {
  const style = readFileSync('console/src/style.css', 'utf8')
  const page = style.slice(style.indexOf('@page statement-from-right'))
  expect(page).toMatch(/^@page[^}]*content: "\\2066" counter\(page\)/)
})
