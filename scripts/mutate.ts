// `npm run mutate [words]`: makes each mistake of mutants.ts in a copy of the repository and runs the tests that
// should fail. Prints the mistakes that survive; if any does, the exit code is 1. Words on the command line select
// the mistakes whose file or text contains one of them. Ends at once if a mistake no longer matches the code.
import { spawn } from 'node:child_process'
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { countPlaces, MUTANTS, PURE_TESTS } from './mutants.ts'
import type { Mutant } from './mutants-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

const LANES = 2
const TIMEOUT_MS = 240_000
const root = resolve(import.meta.dirname, '..')
const words = process.argv.slice(2)
const chosen = MUTANTS.filter(
  ({ file, from, to }) =>
    words.length === 0 || words.some((word) => `${file}\n${from}\n${to}`.includes(word)),
)

const PURE_CONFIG = `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { include: ['test/**/*.test.ts'] } })
`

async function copyRepository(): Promise<string> {
  const copy = await temporaryFolder('mutate')
  const skipped = ['node_modules', '.git', 'dist', '.data', 'data']
  await cp(root, copy, { recursive: true, filter: (path) => !skipped.includes(basename(path)) })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  await writeFile(join(copy, 'pure.config.ts'), PURE_CONFIG)
  return copy
}

/** Whether the tests pass. A run that hangs counts as failed. */
function testsPass(copy: string, tests: readonly string[], isShown = false): Promise<boolean> {
  const config = tests.every((test) => PURE_TESTS.includes(test)) ? ['--config', 'pure.config.ts'] : []
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--bail', '1', ...config, ...tests], {
    cwd: copy,
    stdio: isShown ? 'inherit' : 'ignore',
    timeout: TIMEOUT_MS,
  })
  return new Promise((settle) => child.on('exit', (code) => settle(code === 0)))
}

function describe({ file, from, to }: Mutant): string {
  const line = (text: string) => text.replaceAll(/\s+/g, ' ').trim() || 'nothing'
  return `${file}\n    ${line(from)}\n  → ${line(to)}`
}

/** Null if a test failed, as it should; otherwise a message. */
async function tryMutant(copy: string, mutant: Mutant): Promise<string | null> {
  const path = join(copy, mutant.file)
  const text = await readFile(path, 'utf8')
  await writeFile(
    path,
    text.replace(mutant.from, () => mutant.to),
  )
  // The quick tests come first; the others run only if those pass.
  let survives = true
  for (const test of mutant.tests) survives = survives && (await testsPass(copy, [test]))
  await writeFile(path, text)
  return survives ? `survived: ${describe(mutant)}` : null
}

const outdated = MUTANTS.filter((mutant) => countPlaces(mutant) !== 1)
if (outdated.length > 0) {
  for (const mutant of outdated)
    console.error(`outdated, its text is in the file ${countPlaces(mutant)} times: ${describe(mutant)}`)
  process.exit(1)
}

const startedAt = Date.now()
const copies = await Promise.all(Array.from({ length: LANES }, copyRepository))
const complaints: string[] = []
const queue = [...chosen]

async function work(copy: string): Promise<void> {
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const complaint = await tryMutant(copy, mutant)
    if (complaint) complaints.push(complaint)
    console.log(complaint ?? `killed: ${describe(mutant)}`)
  }
}

try {
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))]
  if (!(await testsPass(copies[0] as string, tests, true)))
    throw new Error('the tests fail without any mistake')
  await Promise.all(copies.map(work))
} finally {
  await Promise.all(copies.map((copy) => rm(copy, { recursive: true, force: true })))
}
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
console.log(
  `${chosen.length - complaints.length} of ${chosen.length} mistakes were killed, in ${minutes} min`,
)
process.exitCode = complaints.length > 0 ? 1 : 0
