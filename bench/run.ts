import { readdirSync } from 'node:fs'

// `npm run bench -- <name> [options]`. Each measurement is a file in this folder.
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length))

const [name = '', ...args] = process.argv.slice(2)
if (names.includes(name)) {
  const { run } = (await import(`./${name}.ts`)) as { run: (args: string[]) => Promise<void> }
  await run(args)
} else {
  console.error(`Usage: npm run bench -- <name> [options]\nMeasurements: ${names.join(', ')}`)
  process.exitCode = 1
}
