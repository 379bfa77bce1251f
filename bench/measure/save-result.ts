import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'

const RESULTS = join(import.meta.dirname, '..', 'results')

/** Writes `bench/results/<name>.json`, with the time and the machine. */
export async function saveResult(name: string, result: object): Promise<void> {
  const machine = {
    cpus: cpus().length,
    model: cpus()[0]?.model,
    platform: `${process.platform}-${process.arch}`,
    node: process.version,
    load: loadavg()[0],
  }
  await mkdir(RESULTS, { recursive: true })
  const text = JSON.stringify({ at: new Date().toISOString(), machine, ...result }, null, 2)
  await writeFile(join(RESULTS, `${name}.json`), `${text}\n`)
}
