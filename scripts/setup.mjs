/**
 * Runs before `npm start`, `npm test` and similar scripts. Installs the packages of package-lock.json if node_modules
 * is out of date; otherwise returns at once without using the network. The machine's own Node (18 or later) runs it
 * before anything is installed, so it is plain JavaScript without dependencies.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULES = join(ROOT, 'node_modules')
const NODE = join(MODULES, '.bin', 'node')
const STAMP = join(MODULES, '.counterfoil-lock')
const LOCK = join(ROOT, '.setup-lock')
const LOCK_PID = join(LOCK, 'npm-pid')
const STALE_MS = 10_000

let npm = null
let lockHeld = false
let interrupted = false

/** Throws with one line that says what to do. The output of npm, if any, is above it. */
async function setup() {
  checkVersions()
  const wanted = hashLockfile()
  if (isInstalled(wanted)) return
  await takeLock()
  if (isInstalled(wanted)) return
  console.log('Installing dependencies (only once, takes about half a minute) …')
  rmSync(STAMP, { force: true })
  await install()
  if (!nodeRuns()) {
    throw new Error(
      `Node 26 from package.json does not run on this machine (${process.platform}-${process.arch}): use Linux or macOS on x64 or arm64`,
    )
  }
  writeFileSync(STAMP, wanted)
}

function checkVersions() {
  if (Number.parseInt(process.versions.node, 10) < 18) {
    throw new Error(`Node ${process.versions.node} is too old: install Node 18 or later (https://nodejs.org)`)
  }
  const version = /^npm\/(\d+)\S*/.exec(process.env.npm_config_user_agent ?? '')
  if (version && Number(version[1]) < 9) {
    throw new Error(`${version[0]} is too old: run "npm install --global npm@10", then this again`)
  }
}

/** The hash of package-lock.json, which decides what node_modules contains. */
function hashLockfile() {
  try {
    return createHash('sha256')
      .update(readFileSync(join(ROOT, 'package-lock.json')))
      .digest('hex')
  } catch {
    throw new Error('package-lock.json is missing: restore it with "git checkout package-lock.json"')
  }
}

function isInstalled(wanted) {
  try {
    return readFileSync(STAMP, 'utf8') === wanted && nodeRuns()
  } catch {
    return false
  }
}

/** False if node_modules was copied from another platform. */
function nodeRuns() {
  return spawnSync(NODE, ['--version'], { stdio: 'ignore' }).status === 0
}

async function install() {
  const [command, ...before] = findNpm()
  // Development packages too, even if NODE_ENV is production: `npm test` uses the same folder. No engine warnings: the
  // packages run on the Node that is being installed.
  const options = ['--no-audit', '--no-fund', '--include=dev', '--include=optional']
  const args = [...before, 'ci', ...options, '--no-engine-strict', '--loglevel=error']
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(MODULES))
  const env = {
    ...process.env,
    PATH: path.join(delimiter),
    // Otherwise one dependency sends a report about its installation.
    SCARF_ANALYTICS: 'false',
  }
  npm = spawn(command, args, { cwd: ROOT, env, stdio: 'inherit' })
  if (npm.pid) writeFileSync(LOCK_PID, String(npm.pid))
  const failure = await new Promise((resolve) => {
    npm.once('error', (error) => resolve(error.message))
    npm.once('exit', (code, signal) => resolve(code === 0 ? null : (signal ?? `exit code ${code}`)))
  })
  npm = null
  if (interrupted) throw new Error('interrupted; the next start installs again')
  if (failure) {
    throw new Error(
      `npm ci failed (${failure}): check the network, the disk space and the npm output above, then run the same command again`,
    )
  }
}

/** The npm that runs this script, on its own Node: `npm ci` deletes the Node in node_modules. */
function findNpm() {
  const node = process.env.npm_node_execpath ?? process.execPath
  const script = process.env.npm_execpath ?? ''
  return script.endsWith('npm-cli.js') && !node.startsWith(MODULES + sep) ? [node, script] : ['npm']
}

/** `npm start` and `npm test` in two terminals must not run `npm ci` at the same time. */
async function takeLock() {
  for (let hasSaidSo = false; !tryLock(); hasSaidSo = true) {
    if (!hasSaidSo) console.log('Waiting for another installation in this folder …')
    dropStaleLock()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  lockHeld = true
  setInterval(refreshLock, 1_000).unref()
}

function tryLock() {
  try {
    mkdirSync(LOCK)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new Error(`cannot write to ${ROOT} (${error.code}): run this as the user who owns it`)
  }
}

function refreshLock() {
  const now = new Date()
  try {
    utimesSync(LOCK, now, now)
  } catch {
    // Somebody removed the lock, or a waiting process has renamed it for a moment.
  }
}

/** A lock is stale if it was not refreshed for a while and the npm of its owner has exited. */
function dropStaleLock() {
  if (!isStale(LOCK) || isAlive(LOCK_PID)) return
  const aside = `${LOCK}-${process.pid}`
  try {
    renameSync(LOCK, aside)
    // Another waiting process may have dropped the stale lock first; then this is its new lock.
    if (isStale(aside)) rmSync(aside, { recursive: true, force: true })
    else renameSync(aside, LOCK)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function isStale(lock) {
  const stat = statSync(lock, { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs > STALE_MS
}

function isAlive(pidFile) {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'))
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

process.on('exit', () => {
  if (lockHeld) rmSync(LOCK, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // npm cleans up first, which takes a while. A second signal kills it at once.
  process.on(signal, () => {
    if (npm === null) process.exit(1)
    npm.kill(interrupted ? 'SIGKILL' : signal)
    interrupted = true
  })
}

setup().catch((error) => {
  console.error(`Setup: ${error.message}`)
  process.exitCode = 1
})
