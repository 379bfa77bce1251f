const KEYWORDS: Record<string, string> = {
  js: 'import export from const let function async await return if else for of while new class extends throw try catch typeof null true false undefined default break continue this',
  python:
    'import from def class return if elif else for in while with as try except raise None True False and or not lambda async await',
  go: 'package import func return if else for range var const type struct interface map chan go defer nil true false switch case break',
  java: 'package import public private static final class record new return if else for while try catch throw throws void var null true false int long boolean String',
  sh: 'if then else fi for in do done while case esac function local export return set',
  sql: 'select from where insert into update set delete create table index on and or not null as order by limit alter role grant with values',
  yaml: 'true false null',
  json: 'true false null',
}
const ALIASES: Record<string, string> = {
  ...{
    ts: 'js',
    mjs: 'js',
    jsx: 'js',
    javascript: 'js',
    kotlin: 'java',
    kt: 'java',
    swift: 'java',
    dart: 'java',
  },
  ...{ bash: 'sh', console: 'sh', py: 'python', yml: 'yaml', toml: 'yaml', ini: 'yaml', promql: 'sql' },
}
const HASH_COMMENTS = new Set(['sh', 'python', 'yaml'])
const KNOWN_ELSEWHERE: Record<string, string> = {
  java: 'fun val override when inner object companion lateinit is func let guard self init weak fileprivate extension case switch default late required super extends this async await',
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Marks comments, strings, numbers and keywords. Classes only: the content policy allows no inline styles. */
export function highlight(code: string, language: string): string {
  const family = ALIASES[language] ?? language
  const words = KEYWORDS[family]
  if (words === undefined) return escapeHtml(code)
  const keywords = new Set(`${words} ${KNOWN_ELSEWHERE[family] ?? ''}`.split(' '))
  const comment = HASH_COMMENTS.has(family) ? '(?<=^|\\s)#[^\\n]*' : '//[^\\n]*|/\\*[\\s\\S]*?\\*/'
  const token = new RegExp(
    `(?<comment>${comment})|(?<string>"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|\`[^\`]*\`)|` +
      '(?<number>\\b\\d[\\d_.]*\\b)|(?<word>[A-Za-z_$][\\w$]*)',
    'gm',
  )
  let html = ''
  let end = 0
  for (const match of code.matchAll(token)) {
    const [text] = match
    const groups = match.groups ?? {}
    const kind = groups.comment
      ? 'c'
      : groups.string
        ? 's'
        : groups.number
          ? 'n'
          : keywords.has(text)
            ? 'k'
            : ''
    html += escapeHtml(code.slice(end, match.index))
    html += kind ? `<span class="${kind}">${escapeHtml(text)}</span>` : escapeHtml(text)
    end = match.index + text.length
  }
  return html + escapeHtml(code.slice(end))
}
