import { NewOutlet } from '@counterfoil/contract/admin/outlets.ts'
import { isHours, readHours } from '@counterfoil/contract/hours-text.ts'
import type { Static } from 'typebox'
import { issuesIn, readCells } from '../../platform/csv/cells.ts'
import { compile } from '../../platform/input/validation.ts'
import { type Issue, issueAt } from '../../platform/refusal.ts'
import { hoursIssues } from './hours-issues.ts'

export type NewOutletFields = Static<typeof NewOutlet>

const judge = compile(NewOutlet)

/** Reads a row of a CSV file as the body of a request. Opening hours have a text form there. */
export function readOutletCells({ openingHours: text, ...cells }: Record<string, string>): {
  value: NewOutletFields
  issues: Issue[]
} {
  const read = text === undefined ? null : readHours(text)
  const value = {
    ...readCells(NewOutlet.properties, cells),
    ...(read !== null && isHours(read) && { openingHours: read }),
  } as NewOutletFields
  const issues = issuesIn(judge, value)
  if (read !== null && !isHours(read)) issues.push(issueAt('/openingHours', read.sentence, read.details))
  return { value, issues: issues.length > 0 ? issues : hoursIssues(value) }
}
