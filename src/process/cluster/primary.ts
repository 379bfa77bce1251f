import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { FromWorker } from '../../platform/cluster-messages.ts'
import { answerMetricsRequests, send } from './sum-metrics.ts'

/** The processes that serve, from the view of the primary. */
export type ServingProcesses = {
  url: string
  /** Drains all processes at once. */
  stop(): Promise<void>
  /** Ends all processes at once, without draining. */
  kill(): void
}

/** Thrown if the first process could not start. That process has printed why. */
export class FirstProcessFailed extends Error {
  override readonly name = 'FirstProcessFailed'
  readonly exitCode: number

  constructor(exitCode: number) {
    super('a process ended before it was up')
    this.exitCode = exitCode
  }
}

const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 10_000
/** A process that ran this long was healthy: its replacement starts without a pause. */
const HEALTHY_AFTER_MS = 60_000

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))

/**
 * Starts `count` processes that accept from one listening socket, which the primary holds. A process that dies loses only
 * the connections that it has accepted. The other processes accept those that still wait.
 */
export async function startProcesses(count: number, log: Logger): Promise<ServingProcesses> {
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: MAIN, args: [] })
  answerMetricsRequests()
  const running = new Set<Worker>()
  let isStopping = false
  let pauseMs = MIN_PAUSE_MS

  const start = (): Worker => {
    const worker = cluster.fork()
    const startedAtMs = performance.now()
    running.add(worker)
    worker.on('error', (error) => log.warn({ err: error, pid: worker.process.pid }, 'process error'))
    return worker.once('exit', (code, signal) => {
      running.delete(worker)
      if (isStopping || !isUp) return
      const ranMs = performance.now() - startedAtMs
      pauseMs = ranMs > HEALTHY_AFTER_MS ? MIN_PAUSE_MS : Math.min(pauseMs * 2, MAX_PAUSE_MS)
      log.error(
        { pid: worker.process.pid, code, signal, pauseMs },
        'a process has ended and will be replaced',
      )
      setTimeout(() => {
        if (!isStopping) start()
      }, pauseMs)
    })
  }

  // The first one starts alone: if the port is in use, one line says so, not one line per process.
  let isUp = false
  const url = await untilUp(start())
  isUp = true
  await Promise.all(Array.from({ length: count - 1 }, () => untilUp(start()).catch(() => null)))

  return {
    url,
    async stop() {
      isStopping = true
      const ended = [...running].map((worker) => once(worker, 'exit'))
      for (const worker of running) send(worker, { type: 'stop' })
      await Promise.all(ended)
    },
    kill() {
      isStopping = true
      for (const worker of running) worker.process.kill('SIGKILL')
    },
  }
}

function untilUp(worker: Worker): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  worker.on('message', (message: FromWorker) => {
    if (message.type === 'up') resolve(message.url)
  })
  worker.once('exit', (code) => reject(new FirstProcessFailed(code ?? 1)))
  return promise
}
