/**
 * Runs before `npm start` and similar scripts. Builds the web apps if their sources or the lockfile have changed since
 * the last build; otherwise returns at once. The machine's own Node (18 or later) may run it, so it is plain JavaScript.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULES = join(ROOT, 'node_modules')
const NODE = join(MODULES, '.bin', 'node')
const APPS = ['webview', 'console', 'site']
/** Pages that are built from the sources of an app, but share no output file with it. */
const FURTHER_PAGES = {
  webview: [
    { config: 'preview.vite.config.ts', folder: '_preview' },
    { config: 'counter.vite.config.ts', folder: '_counter' },
  ],
}
/** Languages in which an app is built besides English. They share the files that contain no words. */
const FURTHER_LANGUAGES = { console: ['ms', 'zh-Hans', 'ar'] }
/** The sources of the documentation, besides `site/` and the contract. */
const DOCUMENTS = [
  'docs',
  'examples',
  'sdk',
  'openapi.json',
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
]
/** What tools leave beside the sources: `pip install ./sdk/python` in a quickstart, for example. It changes no page. */
const LEFTOVERS = /^(?:dist|node_modules|__pycache__|\..*|.*\.egg-info)$/
const PIP_BUILD = 'sdk/python/build'
/** Pictures are compressed already. */
const COMPRESSED = /\.(?:png|webp)$/
const STAMP = '.built-from'

async function buildStale() {
  const stale = APPS.map((app) => ({ app, wanted: hashSources(app) })).filter(
    ({ app, wanted }) => !isBuilt(app, wanted),
  )
  if (stale.length === 0) return
  console.log(
    `Building ${stale.map(({ app }) => app).join(' and ')} (a few seconds, only when the sources have changed) …`,
  )
  await Promise.all(stale.map(({ app, wanted }) => build(app, wanted)))
}

function isBuilt(app, wanted) {
  try {
    return readFileSync(join(ROOT, app, 'dist', STAMP), 'utf8') === wanted
  } catch {
    return false
  }
}

/** Hashes everything that a build depends on: the app, the contract, the versions of its tools and this script. */
function hashSources(app) {
  const hash = createHash('sha256')
  const folders = [app, 'contract', ...(app === 'site' ? DOCUMENTS : [])]
  const files = [...folders.flatMap(listFiles), 'package-lock.json', 'scripts/build-web.mjs']
  for (const file of files) {
    const bytes = readFileSync(join(ROOT, file))
    hash.update(`${file} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

function listFiles(folder) {
  if (statSync(join(ROOT, folder)).isFile()) return [folder]
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !LEFTOVERS.test(name) && `${folder}/${name}` !== PIP_BUILD)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? listFiles(path) : [path]
    })
}

/** Builds in a temporary folder and moves it into place, so that no half-finished build is served and two builds can run at once. */
async function build(app, wanted) {
  const aside = join(MODULES, '.cache', `counterfoil-${app}-${process.pid}`)
  try {
    const languages = FURTHER_LANGUAGES[app] ?? []
    await Promise.all([
      runVite(app, join(aside, 'new')),
      ...languages.map((tag) => runVite(app, join(aside, tag), '--mode', tag)),
    ])
    for (const tag of languages) addLanguage(join(aside, 'new'), join(aside, tag), tag)
    for (const { config, folder } of FURTHER_PAGES[app] ?? [])
      await runVite(app, join(aside, 'new', folder), '--config', config)
    await compressAll(join(aside, 'new'))
    writeFileSync(join(aside, 'new', STAMP), wanted)
    if (!isBuilt(app, wanted)) moveIntoPlace(aside, join(ROOT, app, 'dist'))
  } catch (error) {
    // Another process may have finished the same build first.
    if (!isBuilt(app, wanted)) throw error
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** The name of an asset has the hash of its content, so the same name means the same file. */
function addLanguage(target, built, tag) {
  cpSync(join(built, '_assets'), join(target, '_assets'), { recursive: true })
  renameSync(join(built, 'index.html'), join(target, `index.${tag}.html`))
}

async function runVite(app, outDir, ...options) {
  mkdirSync(outDir, { recursive: true })
  const args = [join(MODULES, 'vite', 'bin', 'vite.js'), 'build', '--outDir', outDir, '--emptyOutDir']
  try {
    await promisify(execFile)(
      // In a container, node_modules has no Node: the base image has the right one.
      existsSync(NODE) ? NODE : process.execPath,
      [...args, ...options, '--logLevel', 'warn'],
      {
        cwd: join(ROOT, app),
        // Vite puts the value of NODE_ENV into the bundle.
        env: { ...process.env, NODE_ENV: 'production' },
      },
    )
  } catch ({ stdout, stderr, message }) {
    console.error(`${stdout ?? ''}${stderr ?? ''}`.trim() || message)
    throw new Error(`the build of ${app}/ failed: see the output above`)
  }
}

async function compressAll(folder) {
  await Promise.all(
    readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return compressAll(path)
      return COMPRESSED.test(path) ? null : compress(path)
    }),
  )
}

/** Node's threads compress on all cores: the best compression takes as long as the build. */
async function compress(path) {
  const bytes = readFileSync(path)
  writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes))
}

function moveIntoPlace(aside, dist) {
  try {
    renameSync(dist, join(aside, 'old'))
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  renameSync(join(aside, 'new'), dist)
}

try {
  await buildStale()
} catch (error) {
  console.error(`Web apps: ${error.message}`)
  process.exitCode = 1
}
