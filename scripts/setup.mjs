/**
 * Runs before `npm start`, `npm test` and their like: installs what package-lock.json names when node_modules lacks
 * it, otherwise returns at once and leaves the network alone. The machine's own Node runs it, 18 or later, with
 * nothing installed yet: hence plain JavaScript and no dependency.
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

/** Throws with one line that says what to do; whatever npm printed stands above it. */
async function setup() {
  checkVersions()
  const wanted = hashWanted()
  if (isInstalled(wanted)) return
  await takeLock()
  if (isInstalled(wanted)) return
  console.log('Installing the dependencies that package-lock.json names: once, about half a minute …')
  rmSync(STAMP, { force: true })
  await install()
  if (!nodeRuns()) {
    throw new Error(
      `the Node 26 of package.json does not run here (${process.platform}-${process.arch}): use Linux or macOS on x64 or arm64`,
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

/** Of what decides how node_modules looks. */
function hashWanted() {
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

/** A folder copied from another platform has one that does not. */
function nodeRuns() {
  return spawnSync(NODE, ['--version'], { stdio: 'ignore' }).status === 0
}

async function install() {
  const [command, ...before] = findNpm()
  // Development packages too, whatever NODE_ENV says: the same folder serves `npm test`. No warnings about the
  // engine: the packages run on the Node that is being installed.
  const wishes = ['--no-audit', '--no-fund', '--include=dev', '--include=optional']
  const args = [...before, 'ci', ...wishes, '--no-engine-strict', '--loglevel=error']
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(MODULES))
  const env = {
    ...process.env,
    PATH: path.join(delimiter),
    // One dependency would report its install otherwise.
    SCARF_ANALYTICS: 'false',
  }
  npm = spawn(command, args, { cwd: ROOT, env, stdio: 'inherit' })
  if (npm.pid) writeFileSync(LOCK_PID, String(npm.pid))
  const failure = await new Promise((resolve) => {
    npm.once('error', (error) => resolve(error.message))
    npm.once('exit', (code, signal) => resolve(code === 0 ? null : (signal ?? `exit code ${code}`)))
  })
  npm = null
  if (interrupted) throw new Error('interrupted; the next start begins it again')
  if (failure) {
    throw new Error(
      `npm ci failed (${failure}): check the network and the disk space, see npm's own lines above, then run the same command again`,
    )
  }
}

/** The npm that runs us, on its own Node: the Node in node_modules is about to be deleted under our feet. */
function findNpm() {
  const node = process.env.npm_node_execpath ?? process.execPath
  const script = process.env.npm_execpath ?? ''
  return script.endsWith('npm-cli.js') && !node.startsWith(MODULES + sep) ? [node, script] : ['npm']
}

/** `npm start` and `npm test` in two terminals must not run npm ci over each other. */
async function takeLock() {
  for (let told = false; !tryLock(); told = true) {
    if (!told) console.log('Another set-up is at work in this folder: waiting for it …')
    dropStaleLock()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  lockHeld = true
  setInterval(beat, 1_000).unref()
}

function tryLock() {
  try {
    mkdirSync(LOCK)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new Error(`${ROOT} cannot be written (${error.code}): install as the user who owns it`)
  }
}

function beat() {
  const now = new Date()
  try {
    utimesSync(LOCK, now, now)
  } catch {
    // Removed by hand, or set aside by a waiter for a moment.
  }
}

/** Stale: no beat for a while, and the npm it started is gone too. */
function dropStaleLock() {
  if (!isStale(LOCK) || isAlive(LOCK_PID)) return
  const aside = `${LOCK}-${process.pid}`
  try {
    renameSync(LOCK, aside)
    // Another waiter may have been quicker, and this be its new lock.
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
  // npm undoes its work first, which takes a while; a second signal does not wait for that.
  process.on(signal, () => {
    if (npm === null) process.exit(1)
    npm.kill(interrupted ? 'SIGKILL' : signal)
    interrupted = true
  })
}

setup().catch((error) => {
  console.error(`Set-up: ${error.message}`)
  process.exitCode = 1
})
