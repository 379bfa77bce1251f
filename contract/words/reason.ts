import type { Static } from 'typebox'
import type { ReasonFacts } from '../admin/facts.ts'
import type { ErrorCode } from '../errors.ts'
import type { ENGLISH_ISSUES } from './english-issues.ts'
import type { ENGLISH_REASONS } from './english-reasons.ts'
import type { FactLanguage, Forms } from './fact-words.ts'
import { lookUp, type Value, ValueWriter } from './write-value.ts'

export type ReasonSentence = keyof typeof ENGLISH_REASONS

/** A sentence about a user or a request as data. */
export type Reason = Static<typeof ReasonFacts> & { sentence: ReasonSentence }

/** A catalogue of reasons: the same keys as the English one, and plural forms where it has some. */
export type ReasonWords = {
  readonly [Key in ReasonSentence]: (typeof ENGLISH_REASONS)[Key] extends string ? string : Forms
}

/** The part of a catalogue that says what is wrong with an input. */
export type IssueWords = Pick<ReasonWords, keyof typeof ENGLISH_ISSUES>

type IssueFacts = NonNullable<Static<typeof ReasonFacts>['issues']>[number]

export type Detail = string | number | Value

/** A text is a name or a code of a protocol, which is the same in every language. */
export function reasonWith(sentence: ReasonSentence, details: Record<string, Detail> = {}): Reason {
  const values = Object.entries(details).map(([name, detail]) => [name, toValue(detail)])
  return { sentence, details: Object.fromEntries(values) }
}

/** The name of a field in the API. The console writes its label. */
export const fieldName = (value: string): Value => ({ type: 'CODE', value })

/** The meaning of an error code. Only those that a recorded request can get are in the catalogue of reasons. */
export function reasonOfCode(code: ErrorCode): Reason {
  return reasonWith(code as ReasonSentence)
}

function toValue(detail: Detail): Value {
  if (typeof detail === 'object') return detail
  return { type: typeof detail === 'number' ? 'NUMBER' : 'NAME', value: String(detail) }
}

/** Writes reasons in a language, one text each. Null if the catalogue lacks one, as that of an older release may. */
export function reasonWriter(
  language: FactLanguage,
  words: ReasonWords,
): (reasons: Static<typeof ReasonFacts>[]) => string[] | null {
  const writer = new ValueWriter(language)
  return (reasons) => {
    const texts = reasons.map((reason) => say(writer, words, reason))
    return texts.every((text) => text !== null) ? texts : null
  }
}

function say(writer: ValueWriter, words: ReasonWords, reason: Static<typeof ReasonFacts>): string | null {
  const { sentence, details, issues = [] } = reason
  const template = lookUp(words, sentence)
  if (template === undefined) return null
  if (issues.length === 0) return writer.say(template, details)
  const said = issues.map((issue) => sayIssue(writer, words, issue))
  if (said.includes(null)) return null
  const { betweenChanges, moreItems } = writer.language.words.change
  const hidden = Number(details.count?.value ?? 0)
  const all = hidden === 0 ? said : [...said, writer.fill(moreItems, {}, hidden)]
  return writer.fill(template, { issues: all.join(betweenChanges) })
}

function sayIssue(writer: ValueWriter, words: ReasonWords, { path, ...facts }: IssueFacts): string | null {
  const issue = say(writer, words, facts)
  if (issue === null || path === '') return issue
  return writer.fill(words['request.issue'], { path: writer.isolate(path), issue })
}
