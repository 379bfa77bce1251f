import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../test/support/process.ts'

/** A server that a proof runs. If we are root, it runs as the user `postgres`. */
export type ServerProcess = {
  pid: number
  exited: Promise<number | string>
  /** Sends SIGKILL if the process is still running after `withinMs`. */
  stop(signal?: NodeJS.Signals, withinMs?: number): Promise<void>
}

export type ServerProcesses = {
  /** Creates a folder that the servers can write to. */
  folder(name: string): string
  /** The output goes to `<name>.log` in the directory of the proof. */
  start(name: string, command: string, args: string[], env?: Record<string, string>): ServerProcess
  /** Waits until the command ends, at most 60 s. */
  run(command: string, args: string[]): Promise<void>
  /** Also kills this process at the end. */
  adopt(child: ChildProcess): void
  /** Also kills the PostgreSQL in `folder` at the end, which another program starts. */
  adoptPostgres(folder: string): void
  /** The last lines of a server's log. */
  tail(name: string, lines?: number): string
}

const BASE_ENV = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin', LC_ALL: 'C.UTF-8', HOME: '/tmp' }

/**
 * All processes that are started here are killed when this process exits, also after Ctrl-C: `npm run prove` exits on a
 * signal, and the exit handler needs no event loop.
 */
export function openServerProcesses(directory: string): ServerProcesses {
  const user = postgresUser()
  const children = new Set<ChildProcess>()
  const clusters = new Set<string>()
  const adopt = (child: ChildProcess) => {
    children.add(child)
    child.once('exit', () => children.delete(child))
  }
  process.prependListener('exit', () => {
    for (const child of children) killGroup(child)
    killPostmasters(clusters)
  })
  return {
    adopt,
    adoptPostgres: (folder) => void clusters.add(folder),
    folder(name) {
      const path = join(directory, name)
      mkdirSync(path, { mode: 0o700 })
      if (user.uid !== undefined) chownSync(path, user.uid, user.gid ?? user.uid)
      return path
    },
    start(name, command, args, env = {}) {
      const output = openSync(join(directory, `${name}.log`), 'a')
      const child = spawn(command, args, {
        ...user,
        cwd: '/',
        env: { ...BASE_ENV, ...env },
        detached: true,
        stdio: ['ignore', output, output],
      })
      closeSync(output)
      adopt(child)
      return controlOf(child)
    },
    async run(command, args) {
      await promisify(execFile)(command, args, { ...user, cwd: '/', env: BASE_ENV, timeout: 60_000 })
    },
    tail: (name, lines = 12) =>
      readFileSync(join(directory, `${name}.log`), 'utf8')
        .trim()
        .split('\n')
        .slice(-lines)
        .join('\n'),
  }
}

function controlOf(child: ChildProcess): ServerProcess {
  const exited = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? code ?? -1))
  })
  return {
    pid: child.pid ?? 0,
    exited,
    async stop(signal = 'SIGTERM', withinMs = 15_000) {
      child.kill(signal)
      const ended = await Promise.race([exited, sleep(withinMs, null, { ref: false })])
      if (ended === null) killGroup(child)
      await exited
    },
  }
}

/** PostgreSQL and Patroni refuse to run as root. */
function postgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function killGroup({ pid }: ChildProcess): void {
  if (!pid) return
  // Nodes of the service do not lead a process group, so only the second call reaches them.
  for (const target of [-pid, pid]) signalIfAlive(target, 'SIGKILL')
}

function signalIfAlive(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}

/** SIGQUIT first, because a postmaster that gets SIGKILL leaves its shared memory behind. */
function killPostmasters(clusters: Set<string>): void {
  const postmasters = [...clusters].flatMap((folder) => postmasterOf(folder) ?? [])
  const all = postmasters.flatMap((pid) => [pid, ...childrenOf(pid)])
  // A suspended process does not react to SIGQUIT.
  for (const pid of all) signalIfAlive(pid, 'SIGCONT')
  for (const pid of postmasters) signalIfAlive(pid, 'SIGQUIT')
  const deadline = Date.now() + 3000
  while (Date.now() < deadline && all.some((pid) => signalIfAlive(pid, 0))) block(50)
  for (const pid of all) signalIfAlive(pid, 'SIGKILL')
}

export function childrenOf(pid: number): number[] {
  try {
    const pids = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    return pids.trim().split(/\s+/).map(Number)
  } catch {
    // `ps` exits with 1 if there are none.
    return []
  }
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** The process id of the PostgreSQL that runs in `folder`, or null. */
export function postmasterOf(folder: string): number | null {
  try {
    const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
    return pid > 0 && readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres') ? pid : null
  } catch {
    return null
  }
}

/** All ports are taken before the first one is released, so that they differ. */
export function freePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, freePort))
}

/** Every wait of a proof has its own limit. This is the safety net for a wait that has none. */
export function exitAfter(minutes: number, say: (line: string) => void): void {
  const giveUp = () => {
    say(`FAILED: not finished after ${Math.round(minutes)} minutes`)
    process.exit(1)
  }
  setTimeout(giveUp, minutes * 60_000).unref()
}
