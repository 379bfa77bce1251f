#!/usr/bin/env node
/**
 * The entry point of `npx counterfoil`. The command needs the Node version of package.json. npx uses that one, but a
 * link or a shell's PATH may start this file with an older Node that cannot run TypeScript, so it is plain JavaScript.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const COMMAND = new URL('../src/cli.ts', import.meta.url)
const NODE = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
const REQUIRED_NODE_MAJOR = 26

if (!existsSync(NODE)) {
  process.stderr.write(
    'counterfoil: the dependencies are not installed: run "npm ci" in the checkout first\n',
  )
  process.exitCode = 1
} else if (Number.parseInt(process.versions.node, 10) >= REQUIRED_NODE_MAJOR) {
  const { run } = await import(COMMAND.href)
  await run(process.argv.slice(2))
} else {
  const child = spawn(NODE, [fileURLToPath(COMMAND), ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends these signals to the child too. Only a signal sent to this process alone must be passed on.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
