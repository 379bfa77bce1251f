import { ENGLISH_FAILURES } from './english-failures.ts'
import type { FailureWords } from './fact-words.ts'

/** The key of a sentence about a failed call. */
export type CallFailure = keyof FailureWords['sentences']
type ErrorCode = keyof FailureWords['codes']
type Details = Record<string, string | number>

/** The sentence about a failed call, as it is stored. */
export function failureText(failure: CallFailure, details: Details = {}): string {
  return fill(ENGLISH_FAILURES.sentences[failure], details)
}

/** “the connection was refused (ECONNREFUSED)”; null if the code is not known. */
export function textOfErrorCode(code: string | undefined): string | null {
  if (!isKnown(code)) return null
  return fill(ENGLISH_FAILURES.withCode, { meaning: ENGLISH_FAILURES.codes[code], code })
}

/**
 * A stored text in the language of the words. `isolate` keeps the order of codes and host names in it. A text that is not
 * known, such as one of a future release, stays as it is.
 */
export function writeFailure(
  text: string,
  words: FailureWords,
  isolate: (foreign: string) => string = (foreign) => foreign,
): string {
  if (words === ENGLISH_FAILURES) return text
  for (const { failure, pattern } of PATTERNS) {
    const match = pattern.exec(text)
    if (match === null) continue
    const details = Object.entries(match.groups ?? {}).map(([name, value]) => [
      name,
      name === 'reason' ? writeFailure(value, words, isolate) : isolate(value),
    ])
    return fill(words.sentences[failure], Object.fromEntries(details))
  }
  const coded = readCode(text)
  if (coded === null) return isolate(text)
  return fill(words.withCode, { meaning: words.codes[coded.code], code: isolate(coded.shown) })
}

/** Messages of Node, undici and nodemailer begin like this. Of requests for keys and of e-mails, they are stored as they are. */
const CODE_OF_MESSAGE: [start: string, code: ErrorCode][] = [
  ['self-signed certificate in', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['unable to verify the first certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['certificate has expired', 'CERT_HAS_EXPIRED'],
  ['Hostname/IP does not match certificate', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['Connect Timeout Error', 'UND_ERR_CONNECT_TIMEOUT'],
  ['other side closed', 'UND_ERR_SOCKET'],
  ['Connection timeout', 'ETIMEDOUT'],
  ['Greeting never received', 'ETIMEDOUT'],
  ['Connection closed unexpectedly', 'EPIPE'],
]

/** The code of an error, and what stands in parentheses: the code, or a whole message such as `connect ECONNREFUSED …`. */
function readCode(text: string): { code: ErrorCode; shown: string } | null {
  const inParentheses = /\(([A-Z][A-Z0-9_]+)\)$/.exec(text)?.[1]
  if (isKnown(inParentheses)) return { code: inParentheses, shown: inParentheses }
  const ofNode = /^(?:[a-z]\w* )?([A-Z][A-Z0-9_]+)(?: |$)/.exec(text)?.[1]
  if (isKnown(ofNode)) return { code: ofNode, shown: text }
  const code = CODE_OF_MESSAGE.find(([start]) => text.startsWith(start))?.[1]
  return code === undefined ? null : { code, shown: text }
}

function isKnown(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(ENGLISH_FAILURES.codes, code)
}

const NUMBER = '\\d+(?:\\.\\d+)?'
/** What a detail may be; others are any text. */
const FORMS: Record<string, string> = {
  ...{ seconds: NUMBER, status: NUMBER, count: NUMBER, total: NUMBER, bytes: NUMBER },
  host: '\\S+',
}

const PATTERNS = Object.entries(ENGLISH_FAILURES.sentences).map(([failure, sentence]) => ({
  failure: failure as CallFailure,
  pattern: patternOf(sentence),
}))

function patternOf(sentence: string): RegExp {
  // The parts at odd places are the names of details.
  const parts = sentence
    .split(/\{(\w+)\}/)
    .map((part, place) =>
      place % 2 === 0 ? part.replaceAll(/[.()]/g, String.raw`\$&`) : `(?<${part}>${FORMS[part] ?? '.+'})`,
    )
  return new RegExp(`^${parts.join('')}$`, 's')
}

function fill(sentence: string, details: Details): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''))
}
