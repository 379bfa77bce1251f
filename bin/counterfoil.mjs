#!/usr/bin/env node
/**
 * What `npx counterfoil` starts. The command needs the Node of package.json; npx finds that one by itself, and whoever
 * comes by another way (a link, a shell's PATH) may have an older one, which could not even read our TypeScript: hence
 * plain JavaScript.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const COMMAND = new URL('../src/cli.ts', import.meta.url)
const NODE = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
const NEEDED_MAJOR = 26

if (!existsSync(NODE)) {
  process.stderr.write(
    'counterfoil: the dependencies are not installed: run "npm ci" in the checkout first\n',
  )
  process.exitCode = 1
} else if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) {
  const { run } = await import(COMMAND.href)
  await run(process.argv.slice(2))
} else {
  const child = spawn(NODE, [fileURLToPath(COMMAND), ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends these to the child as well; only what is sent to this process alone must be passed on.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
