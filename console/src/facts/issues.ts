import type { ErrorBody } from '@counterfoil/contract/error-body.ts'
import { reasonWriter } from '@counterfoil/contract/words/reason.ts'
import { lookUp } from '@counterfoil/contract/words/write-value.ts'
import { joinItems } from '../time/join-items.ts'
import { issueWords } from '../words/errors.ts'
import { FACT_FIELD_WORDS } from '../words/fact-fields.ts'
import { REASON_WORDS } from '../words/reasons.ts'
import { languageIn } from './describe.ts'

type Issue = NonNullable<ErrorBody['issues']>[number]

const write = reasonWriter(languageIn('UTC'), REASON_WORDS)

/** Issues in the language of the console, with the label of each field. An older service sends its English only. */
export function writeIssues(issues: Issue[]): (Issue & { field: string })[] {
  return issues.map((issue) => ({
    ...issue,
    field: fieldOf(issue.path),
    message: (issue.facts && write([issue.facts])?.[0]) ?? issue.message,
  }))
}

/** “Valid until: must be after Valid from.” */
export function writeIssue(issue: Issue): string {
  const [{ field, message } = { field: '', ...issue }] = writeIssues([issue])
  return issueWords(field, message)
}

/** A path without a label, such as a line of a file, stays as it is. */
function fieldOf(path: string): string {
  const [name = '', ...rest] = path.slice(1).split('/')
  return labelOf([name, ...rest].join('.')) ?? labelOf(name) ?? path.slice(1)
}

const labelOf = (field: string) => lookUp(FACT_FIELD_WORDS, field)

/** The labels of fields of the API. */
export const writeFields = (fields: string[]): string =>
  joinItems(fields.map((field) => labelOf(field) ?? field))
