import { execFile } from 'node:child_process'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { acquireCommandLock } from '../../src/cli/command-lock.ts'

const NOBODY = 65_534

test('a socket of another user: the command fails with a message instead of waiting', async () => {
  const folder = await temporaryFolder('command-lock')
  onTestFinished(() => rm(folder, { recursive: true }))
  const lock = await acquireCommandLock(folder, new AbortController().signal, () => {})
  onTestFinished(() => lock.release())
  const socket = join(folder, 'command.sock')
  await chmod(socket, 0)
  const program = `
    import { acquireCommandLock } from ${JSON.stringify(join(import.meta.dirname, '../../src/cli/command-lock.ts'))}
    // Root may open any socket.
    if (process.getuid() === 0) process.seteuid(${NOBODY})
    const lock = acquireCommandLock(${JSON.stringify(folder)}, new AbortController().signal, () => {})
    await lock.catch((error) => console.log(error.message))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    timeout: 30_000,
  })
  expect(stdout).toBe(`${socket} belongs to another user: run the command as that user or set DATA_DIR\n`)
})
