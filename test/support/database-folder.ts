import { readdirSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { isAlive } from '../../src/platform/embedded/postmaster.ts'

/** A file system in memory. Creating and dropping a database there takes a third of the CPU time. */
const MEMORY = '/dev/shm'
/** A whole run needs less than half of it. */
const MIN_FREE_BYTES = 4 * 1024 ** 3

/** The folder for the database server of this run: in memory if there is enough of it. The caller deletes it. */
export async function databaseFolder(): Promise<string> {
  if (freeMemoryBytes() < MIN_FREE_BYTES) return temporaryFolder('test')
  await removeAbandoned()
  return temporaryFolder(`test-${process.pid}`, MEMORY)
}

/** 0 without such a file system. Docker gives a container 64 MB. */
function freeMemoryBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, process.availableMemory())
  } catch {
    return 0
  }
}

/** A killed run leaves its folder behind. A server that still runs in it stops when its files are gone. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = /^counterfoil-test-(\d+)-/.exec(name) ?? []
    if (pid && !isAlive(Number(pid))) await rm(join(MEMORY, name), { recursive: true, force: true })
  }
}
