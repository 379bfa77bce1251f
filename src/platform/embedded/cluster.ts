/**
 * The cluster of the embedded PostgreSQL: its files, its password, who runs it. Beside `directory` lie
 * `directory.password` and `directory.log`. Where the user who runs PostgreSQL cannot enter, `directory` is a
 * symlink to the real place, and the only record of it: without the symlink the next start begins anew.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  type Binaries,
  canEnter,
  chooseUser,
  findBinaries,
  findHome,
  sweep,
  type User,
} from './system-user.ts'

export type Cluster = { path: string; password: string; user: User | null; postgres: string }

/** The same on every machine, and nothing of our environment, which holds secrets. */
export const POSTGRES_ENV = { LC_ALL: 'C', TZ: 'UTC' }

/** The cluster of `directory`, made when there is none. */
export async function openCluster(directory: string, log: (line: string) => void): Promise<Cluster> {
  mkdirSync(dirname(directory), { recursive: true })
  const existing = findCluster(directory)
  const user = chooseUser(existing)
  const binaries = await findBinaries(user)
  const password = existing === null ? makePassword(directory) : readPassword(directory)
  const path = existing ?? (await createCluster(directory, user, binaries, password))
  if (lstatSync(directory).isSymbolicLink()) log(`the database lies in ${path}`)
  return { path, password, user, postgres: binaries.postgres }
}

/** Where the cluster of `directory` really lies, or null when there is none yet. */
export function findCluster(directory: string): string | null {
  if (lstatSync(directory, { throwIfNoEntry: false }) === undefined) return null
  if (!existsSync(directory)) {
    throw new Error(
      `${directory} is a link to a database that is gone: bring it back, or delete the link to begin with an empty one`,
    )
  }
  const path = realpathSync(directory)
  const { uid } = statSync(path)
  if (process.getuid?.() !== 0 && process.getuid?.() !== uid) {
    throw new Error(`${directory} belongs to another user (${uid}): start as that user or set DATA_DIR`)
  }
  if (existsSync(join(path, 'PG_VERSION'))) return path
  if (readdirSync(path).length === 0) return null
  throw new Error(
    `${directory} holds something that is not a PostgreSQL database: move it away or set DATA_DIR`,
  )
}

export function readPassword(directory: string): string {
  try {
    return readFileSync(`${directory}.password`, 'utf8').trim()
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code === 'EACCES' ? 'belongs to another user' : 'is missing'
    throw new Error(
      `${directory}.password ${why}: without it the database in ${directory} cannot be opened; mend that or set DATA_DIR`,
      { cause },
    )
  }
}

/** Written before the cluster, by a link, so that neither a crash nor a second start leaves half a password. */
function makePassword(directory: string): string {
  const file = `${directory}.password`
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, randomBytes(24).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readPassword(directory)
}

/** initdb works in a folder of its own, so that an interrupted one leaves nothing that looks like a cluster. */
async function createCluster(directory: string, user: User | null, binaries: Binaries, password: string) {
  const reachable = canEnter(dirname(directory), user)
  const target =
    reachable || user === null ? directory : join(findHome(user), `cluster-${randomBytes(6).toString('hex')}`)
  sweep(dirname(target), reachable ? `${basename(directory)}.new-` : 'cluster-')
  const staging = `${target}.new-${process.pid}`
  try {
    makeStaging(staging, user, password)
    await initialise(staging, user, binaries)
    const made = publish(join(staging, 'cluster'), target, directory)
    return made ? realpathSync(directory) : readWinner(directory)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

function makeStaging(staging: string, user: User | null, password: string): void {
  const passwordFile = join(staging, 'password')
  mkdirSync(staging, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user === null) return
  chownSync(passwordFile, user.uid, user.gid)
  chownSync(staging, user.uid, user.gid)
}

function initialise(staging: string, user: User | null, binaries: Binaries): Promise<void> {
  const args = [
    `--pgdata=${join(staging, 'cluster')}`,
    '--username=counterfoil',
    `--pwfile=${join(staging, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  execFile(binaries.initdb, args, { ...user, cwd: '/', env: POSTGRES_ENV }, (cause, _out, stderr) => {
    if (cause === null) return resolve()
    reject(new Error(`The embedded database could not be made: ${stderr.trim() || cause.message}`, { cause }))
  })
  return promise
}

/** True when the new cluster is now that of `directory`; false when another start was quicker. */
function publish(made: string, target: string, directory: string): boolean {
  try {
    renameSync(made, target)
    if (target !== directory) link(target, directory)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
    if (target !== directory) rmSync(target, { recursive: true })
    return false
  }
  syncFolder(dirname(target))
  syncFolder(dirname(directory))
  return true
}

function link(target: string, directory: string): void {
  if (existsSync(directory)) rmdirSync(directory)
  symlinkSync(target, directory)
}

function readWinner(directory: string): string {
  const path = findCluster(directory)
  if (path === null)
    throw new Error(`${directory} was removed while a database was being made there: start again`)
  return path
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
