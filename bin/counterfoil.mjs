#!/usr/bin/env node
/**
 * The entry point of `npx counterfoil`. The command needs the Node version of package.json. npx uses that one, but a
 * link or a shell's PATH may start this file with an older Node that cannot run TypeScript, so it is plain JavaScript.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const pathTo = (file) => fileURLToPath(new URL(file, import.meta.url))
/** A checkout has the sources, an installed package has them compiled. */
const COMMAND = [pathTo('../src/cli.ts'), pathTo('../src/cli.js')].find(existsSync)
/** The Node that package.json asks for: in the checkout, or beside the installed package. */
const NODE = [pathTo('../node_modules/.bin/node'), pathTo('../../.bin/node')].find(existsSync)
const REQUIRED_NODE_MAJOR = 26
const isNewEnough = Number.parseInt(process.versions.node, 10) >= REQUIRED_NODE_MAJOR
const isInstalled = [pathTo('../node_modules/commander'), pathTo('../../commander')].some(existsSync)

if (!isInstalled || (!isNewEnough && !NODE)) {
  process.stderr.write(
    isInstalled
      ? `counterfoil: Node ${process.versions.node} is too old: use Node ${REQUIRED_NODE_MAJOR}\n`
      : 'counterfoil: the dependencies are not installed: run "npm ci" in the checkout first\n',
  )
  process.exitCode = 1
} else if (isNewEnough) {
  const { run } = await import(pathToFileURL(COMMAND).href)
  await run(process.argv.slice(2))
} else {
  const child = spawn(NODE, [COMMAND, ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends these signals to the child too. Only a signal sent to this process alone must be passed on.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
