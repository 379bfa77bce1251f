import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { tarOf } from '../../platform/tar.ts'
import type { CommandContext } from '../run-command.ts'
import { collectBundle } from '../support/collect-bundle.ts'
import { UsageError } from '../terminal/failure.ts'

export async function supportBundle(
  { terminal }: CommandContext,
  { output }: { output?: string },
): Promise<undefined> {
  const now = new Date()
  const name = `counterfoil-support-${now.toISOString().replaceAll(/[-:]|\..+/g, '')}`
  const path = resolve(output ?? `${name}.tar.gz`)
  const entries = (await collectBundle()).map(({ path: file, content }) => ({
    path: `${name}/${file}`,
    content,
  }))
  const archive = await promisify(gzip)(tarOf(entries, now))
  await writeFile(path, archive, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EEXIST' ? 'it exists already' : error.code
    throw new UsageError(`cannot write ${path}: ${why}`)
  })
  const size = `${Math.ceil(archive.length / 1024)} KiB`
  terminal.printResult(
    { path, bytes: archive.length, files: entries.map(({ path: file }) => file) },
    `Wrote ${path} (${size}). Read it before you send it.`,
  )
}
