// `npm run check`: types and style. Runs as many checks at once as there are cores, and shows what each one found.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The longest check comes first. */
const CHECKS = [
  tsc(),
  tsc('-p', 'console'),
  ['biome', 'check'],
  tsc('-p', 'webview'),
  tsc('-p', 'site'),
  tsc('-p', 'sdk/tsconfig.build.json', '--noEmit'),
  tsc('-p', 'sdk/host/tsconfig.build.json', '--noEmit'),
]

/** With several threads, each of them infers the same types again: twice the CPU time. */
function tsc(...args: string[]): string[] {
  return ['tsc', '--singleThreaded', ...args]
}

const waiting = CHECKS.values()
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (const check of waiting) await run(check)
  }),
)

async function run([command = '', ...args]: string[]): Promise<void> {
  const child = spawn(command, args)
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  // Printed as a whole, so that the output of two checks does not mix.
  process.stdout.write(Buffer.concat(chunks))
  if (code === 0) return
  console.error(`failed: ${[command, ...args].join(' ')}`)
  process.exitCode = 1
}
