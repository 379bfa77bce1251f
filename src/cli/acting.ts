import type { Command } from 'commander'
import type { Refusal } from '../platform/refusal.ts'
import type { Given } from './perform.ts'

// biome-ignore lint/suspicious/noExplicitAny: the arguments and options are those that its definition declares
type Work = (given: Given, ...args: any[]) => Promise<number | Refusal | undefined>

/** The action of a command: loads what it needs, runs it, leaves its exit code. */
export function acting(load: () => Promise<Work>): (this: Command, ...args: unknown[]) => Promise<void> {
  return async function (this: Command, ...args: unknown[]) {
    const { perform } = await import('./perform.ts')
    const work = await load()
    const json = this.optsWithGlobals().json === true
    process.exitCode = await perform(json, (given) => work(given, ...args))
  }
}
