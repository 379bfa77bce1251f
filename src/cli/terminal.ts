import type { Failure } from './failure.ts'

/** Where a command speaks: its answer goes to stdout, as JSON or for a person; everything else to stderr. */
export type Terminal = {
  json: boolean
  answer(value: unknown, text: string): void
  /** A part of an answer that is written as it grows. */
  print(text: string): void
  /** For whoever is watching. */
  note(line: string): void
  /** Says what went wrong and answers the exit code. */
  fail(failure: Failure): number
}

export function openTerminal(json: boolean): Terminal {
  const print = (text: string) => void process.stdout.write(`${text}\n`)
  const note = (line: string) => void process.stderr.write(`counterfoil: ${line}\n`)
  return {
    json,
    print,
    note,
    answer: (value, text) => print(json ? JSON.stringify(value, null, 2) : text),
    fail({ body, message, exitCode }) {
      if (json) print(JSON.stringify(body))
      else note(message)
      return exitCode
    },
  }
}
