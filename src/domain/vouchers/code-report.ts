import { type CodeUploadReport, MAX_REPORTED_LINES } from '@counterfoil/contract/admin/codes.ts'
import { reasonInEnglish } from '@counterfoil/contract/words/in-english.ts'
import type { Reason } from '@counterfoil/contract/words/reason.ts'
import type { Static } from 'typebox'
import type { CodeColumns } from './code-queries.ts'
import type { Reading } from './code-reading.ts'

export type Report = Static<typeof CodeUploadReport>

/** Consecutive readings of an upload that are stored together. */
export type Batch = { readings: Reading[]; isLast: boolean }

export const EMPTY_REPORT: Report = {
  received: 0,
  added: 0,
  duplicates: 0,
  duplicateLines: [],
  rejected: [],
  rejectedTotal: 0,
}

/** The codes of a batch without duplicates, and the lines that repeat an earlier code. */
export function splitRepeats(
  readings: Reading[],
  isNew: (code: string) => boolean,
): CodeColumns & { repeats: number[] } {
  const found: CodeColumns & { repeats: number[] } = { codes: [], lines: [], repeats: [] }
  for (const { line, value, reason } of readings) {
    if (reason !== null) continue
    if (isNew(value)) {
      found.codes.push(value)
      found.lines.push(line)
    } else found.repeats.push(line)
  }
  return found
}

/** The codes that are not in the pool yet. `pooled` has the lines of the others. */
export function newCodes({ codes, lines }: CodeColumns, pooled: number[]): string[] {
  const known = new Set(pooled)
  return known.size === 0 ? codes : codes.filter((_, index) => !known.has(lines[index] as number))
}

/** Returns the report with one more batch added. */
export function addBatch(report: Report, readings: Reading[], duplicateLines: number[]): Report {
  const rejected = readings.filter(({ reason }) => reason !== null)
  return {
    received: report.received + readings.length,
    added: report.added + readings.length - rejected.length - duplicateLines.length,
    duplicates: report.duplicates + duplicateLines.length,
    duplicateLines: appendUpToLimit(
      report.duplicateLines,
      duplicateLines.toSorted((a, b) => a - b),
    ),
    rejected: appendUpToLimit(report.rejected, rejected.slice(0, MAX_REPORTED_LINES).map(describeRejected)),
    rejectedTotal: report.rejectedTotal + rejected.length,
  }
}

function describeRejected({ line, value, reason }: Reading): Report['rejected'][number] {
  const facts = reason as Reason
  return { line, value, reason: reasonInEnglish(facts), facts: [facts] }
}

function appendUpToLimit<T>(known: T[], more: T[]): T[] {
  return more.length === 0 ? known : [...known, ...more].slice(0, MAX_REPORTED_LINES)
}

/** The numbers of a report, for the audit log and for errors, which must not contain codes. */
export function totalsOf({ received, added, duplicates, rejectedTotal }: Report) {
  return { received, added, duplicates, rejected: rejectedTotal }
}
