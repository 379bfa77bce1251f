import { createInterface } from 'node:readline/promises'
import { UsageError } from './failure.ts'

/** Asks for confirmation on a terminal, before something that cannot be undone. A script must use `--yes`. */
export async function confirm(question: string, isConfirmed: boolean, signal: AbortSignal): Promise<void> {
  if (isConfirmed) return
  if (process.stdin.isTTY !== true) throw new UsageError(`${question} Add --yes to confirm`)
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const typed = await prompt
    .question(`${question} Type yes to confirm: `, { signal })
    .finally(() => prompt.close())
  if (typed.trim() !== 'yes') throw new UsageError('not confirmed: nothing was changed')
}
