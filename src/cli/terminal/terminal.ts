import type { Failure } from './failure.ts'

/** The output of a command: its result goes to stdout, as text or JSON; everything else to stderr. */
export type Terminal = {
  json: boolean
  printResult(value: unknown, text: string): void
  /** Prints a part of a result that is written piece by piece. */
  print(text: string): void
  /** Prints a remark for the person at the terminal. */
  note(line: string): void
  /** Reports a failure and returns the exit code. */
  fail(failure: Failure): number
}

export function openTerminal(json: boolean): Terminal {
  const print = (text: string) => void process.stdout.write(`${text}\n`)
  const note = (line: string) => void process.stderr.write(`counterfoil: ${line}\n`)
  return {
    json,
    print,
    note,
    printResult: (value, text) => print(json ? JSON.stringify(value, null, 2) : text),
    fail({ body, message, exitCode }) {
      if (json) print(JSON.stringify(body))
      else note(message)
      return exitCode
    },
  }
}
