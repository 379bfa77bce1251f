import { MAX_CODE_LENGTH } from '@counterfoil/contract/admin/codes.ts'
import { type Reason, reasonWith } from '@counterfoil/contract/words/reason.ts'

/** One line of an upload. It is a code if `reason` is null; otherwise it is the start of a rejected text. */
export type Reading = { line: number; value: string; reason: Reason | null }

export const TOO_LONG = reasonWith('issue.tooLong', { count: MAX_CODE_LENGTH })
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** `text` is trimmed already. */
export function readCode(line: number, text: string): Reading {
  if (text === '') return rejection(line, text, reasonWith('issue.empty'))
  if (text.length > MAX_CODE_LENGTH && [...text].length > MAX_CODE_LENGTH) {
    return rejection(line, text, TOO_LONG)
  }
  if (CONTROL.test(text)) return rejection(line, text, reasonWith('issue.controlCharacter'))
  return { line, value: text, reason: null }
}

/** A CSV line (RFC 4180) with one column, optionally quoted, in which quotes are doubled. */
export function readField(line: number, text: string): Reading {
  if (!text.startsWith('"')) {
    if (text.includes(',')) return rejection(line, text, reasonWith('issue.columns'))
    if (text.includes('"')) return rejection(line, text, reasonWith('issue.quoteUnquoted'))
    return readCode(line, text)
  }
  const [, inside, after] = /^"((?:[^"]|"")*)"(?!")\s*(.*)$/s.exec(text) ?? []
  if (inside === undefined) return rejection(line, text, reasonWith('issue.quoteOpen'))
  if (after?.startsWith(',')) return rejection(line, text, reasonWith('issue.columns'))
  if (after) return rejection(line, text, reasonWith('issue.quoteText'))
  return readCode(line, inside.replaceAll('""', '"').trim())
}

export function rejection(line: number, text: string, reason: Reason): Reading {
  // A character has at most two UTF-16 units, so this slice is long enough. It bounds the work on long text.
  const start = [...text.slice(0, 2 * MAX_CODE_LENGTH)].slice(0, MAX_CODE_LENGTH)
  return { line, value: start.join(''), reason }
}
