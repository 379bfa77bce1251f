/**
 * The cluster of the embedded PostgreSQL: its files, its password, and the system user that runs it. The files
 * `directory.password` and `directory.log` are next to `directory`. If that user cannot enter `directory`, it is a
 * symlink to the real location. Nothing else records that location: without the symlink, the next start creates an
 * empty database.
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
import { cp } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  type Binaries,
  canEnter,
  chooseUser,
  findBinaries,
  findHome,
  removeAbandoned,
  type User,
} from './system-user.ts'

export type Cluster = { path: string; password: string; user: User | null; postgres: string }

/**
 * The environment of PostgreSQL is the same on every machine. It contains nothing of our environment, which has secrets.
 */
export const POSTGRES_ENV = { LC_ALL: 'C', TZ: 'UTC' }

/** Opens the cluster in `directory`, or creates it. */
export async function openCluster(directory: string, log: (line: string) => void): Promise<Cluster> {
  mkdirSync(dirname(directory), { recursive: true })
  const existing = findCluster(directory)
  const user = chooseUser(existing)
  const binaries = await findBinaries(user)
  const password = existing === null ? createPassword(directory) : readPassword(directory)
  const path =
    existing ??
    (await createCluster(directory, user, async (staging) => {
      createStaging(staging, user, password)
      await runInitdb(staging, user, binaries)
    }))
  if (lstatSync(directory).isSymbolicLink()) log(`the database is in ${path}`)
  return { path, password, user, postgres: binaries.postgres }
}

/** The real path of the cluster in `directory`, or null if there is none yet. */
export function findCluster(directory: string): string | null {
  if (lstatSync(directory, { throwIfNoEntry: false }) === undefined) return null
  if (!existsSync(directory)) {
    throw new Error(
      `${directory} links to a database that no longer exists: restore it, or delete the link to start with an empty one`,
    )
  }
  const path = realpathSync(directory)
  const { uid } = statSync(path)
  if (process.getuid?.() !== 0 && process.getuid?.() !== uid) {
    throw new Error(`${directory} belongs to another user (${uid}): start as that user or set DATA_DIR`)
  }
  if (existsSync(join(path, 'PG_VERSION'))) return path
  if (readdirSync(path).length === 0) return null
  throw new Error(`${directory} contains other files, not a PostgreSQL database: move them or set DATA_DIR`)
}

export function readPassword(directory: string): string {
  try {
    return readFileSync(`${directory}.password`, 'utf8').trim()
  } catch (cause) {
    const problem =
      (cause as NodeJS.ErrnoException).code === 'EACCES'
        ? 'belongs to another user: start as that user or set DATA_DIR'
        : `is missing, and the database in ${directory} needs it: restore the file or set DATA_DIR`
    throw new Error(`${directory}.password ${problem}`, { cause })
  }
}

/** Publishes the password by a link: neither a crash nor a concurrent start leaves half a password. */
function createPassword(directory: string): string {
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

/** Moves a copy of a cluster to `directory`, which must have none yet. The password of the copy must be there already. */
export async function restoreCluster(directory: string, from: string): Promise<void> {
  mkdirSync(dirname(directory), { recursive: true })
  const user = chooseUser(null)
  await createCluster(directory, user, async (staging) => {
    mkdirSync(staging, { mode: 0o700 })
    await cp(from, join(staging, 'cluster'), { recursive: true })
    if (user === null) return
    for (const path of ['.', ...readdirSync(staging, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(staging, path), user.uid, user.gid)
    }
  })
}

/**
 * `fill` creates the folder `cluster` in a staging folder: if it is interrupted, it leaves nothing that looks like a
 * cluster.
 */
async function createCluster(
  directory: string,
  user: User | null,
  fill: (staging: string) => Promise<void>,
): Promise<string> {
  const reachable = canEnter(dirname(directory), user)
  const target =
    reachable || user === null ? directory : join(findHome(user), `cluster-${randomBytes(6).toString('hex')}`)
  removeAbandoned(dirname(target), reachable ? `${basename(directory)}.new-` : 'cluster-')
  const staging = `${target}.new-${process.pid}`
  try {
    await fill(staging)
    const isPublished = publish(join(staging, 'cluster'), target, directory)
    return isPublished ? realpathSync(directory) : findPublished(directory)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

function createStaging(staging: string, user: User | null, password: string): void {
  const passwordFile = join(staging, 'password')
  mkdirSync(staging, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user === null) return
  chownSync(passwordFile, user.uid, user.gid)
  chownSync(staging, user.uid, user.gid)
}

function runInitdb(staging: string, user: User | null, binaries: Binaries): Promise<void> {
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
    const reason = reasonIn(stderr) ?? cause.message
    reject(new Error(`The embedded database could not be created in ${staging}: ${reason}`, { cause }))
  })
  return promise
}

/** The first error that initdb reports, such as `could not write to file "base/4/1249": No space left on device`. */
function reasonIn(stderr: string): string | null {
  return (
    /(?:FATAL|PANIC|ERROR|initdb: error): +(.+)/.exec(stderr)?.[1] ??
    (stderr.trim().split('\n', 1)[0] || null)
  )
}

/** Moves the new cluster into place. Returns false if another start was faster. */
function publish(cluster: string, target: string, directory: string): boolean {
  try {
    renameSync(cluster, target)
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

function findPublished(directory: string): string {
  const path = findCluster(directory)
  if (path === null)
    throw new Error(`${directory} was removed while a database was being created there: start again`)
  return path
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
