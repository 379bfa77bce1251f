import { type Node, until } from '../process.ts'

/** With more patience than others: on a busy machine, so many starts take their time. */
export function untilStarted({ child, output }: Node): Promise<void> {
  return until(() => {
    if (child.exitCode !== null) throw new Error(`a node ended by itself:\n${output()}`)
    return output().includes('Counterfoil is up')
  }, 180_000)
}
