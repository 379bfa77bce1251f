import { type Node, until } from '../process.ts'

/** Waits up to 3 minutes: several nodes start at once, and the machine may be busy. */
export function untilStarted({ child, output }: Node): Promise<void> {
  return until(() => {
    if (child.exitCode !== null) throw new Error(`a node exited unexpectedly:\n${output()}`)
    return output().includes('Counterfoil is up')
  }, 180_000)
}
