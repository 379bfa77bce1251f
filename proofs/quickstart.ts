import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { QUICKSTARTS, readingSeconds, terminalsOf } from '../test/docs/quickstart-reader.ts'
import { freePort } from '../test/support/process.ts'
import type { Proof } from './proof.ts'

/** What the page promises. */
const MAX_SECONDS = 600

/**
 * Plays a reader of docs/quickstart-backend.md who has only a checkout: starts the service on an empty data folder, and
 * pastes the blocks of each language, from the first to the redeemed voucher. The packages of Python come from its index.
 */
export const proveQuickstart: Proof = async (directory, say, args) => {
  const languages = Object.keys(QUICKSTARTS).filter((name) => args.length === 0 || args.includes(name))
  let isKept = true
  for (const language of languages) {
    const [program = '', ...probe] = QUICKSTARTS[language] ?? []
    if (spawnSync(program, probe).status !== 0) {
      say(`${language}: left out, "${program}" does not run here`)
      continue
    }
    const seconds = await play(language, join(directory, language))
    const reading = readingSeconds(language)
    const total = Object.values(seconds).reduce((sum, part) => sum + part, reading)
    const parts = Object.entries({ ...seconds, reading }).map(([name, part]) => `${name} ${part.toFixed(1)}`)
    say(`${language}: ${total.toFixed(0)} s (${parts.join(', ')})`)
    isKept &&= total <= MAX_SECONDS
  }
  return isKept
}

/** The seconds of each part of the page. */
async function play(language: string, folder: string): Promise<Record<string, number>> {
  const dataDir = join(folder, 'data')
  const [service, backend] = [await freePort(), await freePort()]
  await mkdir(folder)
  const here = (code: string) =>
    code
      .replaceAll('/tmp/counterfoil-', `${folder}/`)
      .replaceAll('http://127.0.0.1:3000', `http://127.0.0.1:${service}`)
      .replaceAll('$PWD/.data/', `${dataDir}/`)
      .replaceAll('.data/', `${dataDir}/`)
      .replaceAll('PORT=8080', `PORT=${backend}`)
  const codeOf = (blocks: { code: string }[]) => here(blocks.map(({ code }) => code).join('\n'))
  // The module cache of Go is read-only otherwise, and could not be deleted.
  const go = { GOPATH: join(folder, 'go-path'), GOFLAGS: '-modcacherw' }
  const env = { ...process.env, ...go, DATA_DIR: dataDir, LOG_LEVEL: 'info' }
  const started: (() => Promise<unknown>)[] = []
  const start = (command: string[], extra = {}) => {
    const [program = '', ...args] = command
    const child = spawn(program, args, { cwd: resolve('.'), env: { ...env, ...extra }, detached: true })
    const exited = once(child, 'exit')
    started.push(async () => {
      if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGTERM')
      await exited
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text
      })
    }
    return async (condition: (output: string) => unknown) => {
      while (!(await condition(output))) {
        if (child.exitCode !== null && !(await condition(output))) throw new Error(`${language}:\n${output}`)
        await sleep(50)
      }
    }
  }
  const paste = (blocks: { code: string }[]) => start(['bash', '-euo', 'pipefail', '-c', codeOf(blocks)])
  try {
    const times = [performance.now()]
    const next = () => void times.push(performance.now())
    await start(['npm', 'start'], { PORT: String(service) })((output) => output.includes('Counterfoil is up'))
    next()
    const [toBackend, toCaller] = terminalsOf(language)
    const untilBackend = paste(toBackend)
    await untilBackend(() =>
      fetch(`http://127.0.0.1:${backend}/jwks.json`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    next()
    await paste(toCaller)((output) => output.includes('"status":"FLAGGED"'))
    next()
    await untilBackend((output) => output.includes('user-42 redeemed Free kopi with any toast set'))
    next()
    const names = ['service', 'install and start', 'link and redemption', 'verified webhook']
    return Object.fromEntries(names.map((name, i) => [name, ((times[i + 1] ?? 0) - (times[i] ?? 0)) / 1000]))
  } finally {
    for (const stop of started.reverse()) await stop()
  }
}
