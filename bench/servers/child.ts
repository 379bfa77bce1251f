import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Starts a file of `bench/` in its own process. */
export function startChild(file: string, ...args: string[]): ChildProcess {
  return fork(join(import.meta.dirname, '..', file), args, { serialization: 'advanced' })
}

/** Fails if the process exits first; otherwise the wait would never end. */
export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const received = new AbortController()
  const { signal } = received
  const ended = once(child, 'exit', { signal }).then(([code, name]) => {
    throw new Error(`${child.spawnargs.at(-1)} exited (${code ?? name}) without a message`)
  })
  const [message] = await Promise.race([once(child, 'message', { signal }), ended])
  ended.catch(() => {})
  received.abort()
  return message as T
}

export async function ask<T>(child: ChildProcess, command: object): Promise<T> {
  child.send(command)
  return nextMessage<T>(child)
}

export async function stopChild(child: ChildProcess): Promise<void> {
  child.send({ stop: true })
  await once(child, 'exit')
}

/** In a child: what it does for each command of the parent, which gets the result, and before it ends. */
export function obeyParent(
  commands: Record<string, () => Promise<unknown>>,
  stop: () => Promise<void>,
): void {
  process.on('message', async (message: Record<string, true>) => {
    if (message.stop) {
      await stop()
      process.disconnect?.()
      return
    }
    let result: unknown
    for (const name of Object.keys(message)) result = await commands[name]?.()
    process.send?.(result ?? { done: true })
  })
}
