import { type ChildProcess, fork } from 'node:child_process'
import type { ScaledImage } from './scale-image.ts'

/** Free memory returns to the system at once, and one thread does all the work: each would keep memory for itself. */
const ENVIRONMENT = {
  UV_THREADPOOL_SIZE: '1',
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(1024 * 1024),
}
/** Starting the process takes 0.2 s of CPU time, so it waits this long for the next image. */
const MAX_IDLE_MS = 10_000

/**
 * Scales images in a separate process, which runs only while it is needed. Decoders and encoders take up to 200 MiB, much
 * of which would stay with the service. An image that crashes a decoder does not end any request.
 */
export class ScalingProcess {
  #child: ChildProcess | null = null
  #timer: NodeJS.Timeout | undefined

  /** Returns null if the image cannot be decoded. The caller waits for one image before it sends the next. */
  async scale(bytes: Buffer): Promise<ScaledImage[] | null> {
    clearTimeout(this.#timer)
    // The child may have ended while it was idle.
    const child = this.#child?.connected ? this.#child : startChild()
    this.#child = child
    try {
      return await resultOf(child, bytes)
    } catch (error) {
      this.stop()
      throw error
    } finally {
      this.#timer = setTimeout(() => this.stop(), MAX_IDLE_MS).unref()
    }
  }

  /** The process ends when it has scaled its image. */
  stop(): void {
    clearTimeout(this.#timer)
    if (this.#child?.connected) this.#child.disconnect()
    this.#child = null
  }
}

function startChild(): ChildProcess {
  const child = fork(new URL('./scaling-child.ts', import.meta.url), {
    env: ENVIRONMENT,
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  setReferenced(child, false)
  return child
}

async function resultOf(child: ChildProcess, bytes: Buffer): Promise<ScaledImage[] | null> {
  const { promise, resolve, reject } = Promise.withResolvers<ScaledImage[] | null>()
  const onExit = (code: number | null, signal: string | null) =>
    reject(new Error(`the process that scales images ended with ${signal ?? code}`))
  child.once('message', resolve)
  child.once('error', reject)
  child.once('exit', onExit)
  setReferenced(child, true)
  try {
    child.send(bytes, (error) => error && reject(error))
    return await promise
  } finally {
    child.off('message', resolve).off('error', reject).off('exit', onExit)
    setReferenced(child, false)
  }
}

/** An idle child must not keep a command from ending. */
function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  if (isReferenced) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}
