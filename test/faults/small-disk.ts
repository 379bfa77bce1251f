import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, statfsSync } from 'node:fs'
import { chooseUser } from '../../src/platform/embedded/system-user.ts'

/** A file system in memory whose size can be changed while it is in use. */
export type SmallDisk = {
  /** Owned by the user that runs PostgreSQL. */
  folder: string
  /** Leaves no space to write. */
  fill(): void
  free(): void
  /** Safe to repeat. Synchronous, because an exit hook calls it. */
  unmount(): void
}

const SIZE = '1g'
const MAX_FILL_ATTEMPTS = 10

/** Why no file system can be mounted here, or null if one can. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux') return 'a file system in memory is only mounted on Linux'
  if (process.getuid?.() !== 0) return 'only root can mount a small file system'
  return null
}

export function mountSmallDisk(folder: string): SmallDisk {
  mkdirSync(folder, { recursive: true })
  mount(['-t', 'tmpfs', '-o', `size=${SIZE},mode=0700`, 'tmpfs', folder])
  const user = chooseUser(null)
  if (user) chownSync(folder, user.uid, user.gid)
  let isMounted = true
  return {
    folder,
    fill() {
      for (let attempt = 1; ; attempt += 1) {
        const { blocks, bfree, bsize } = statfsSync(folder)
        try {
          return mount(['-o', `remount,size=${(blocks - bfree) * bsize}`, folder])
        } catch (error) {
          // PostgreSQL has written in between, and a size below what is in use is refused.
          if (attempt === MAX_FILL_ATTEMPTS) throw error
        }
      }
    },
    free: () => mount(['-o', `remount,size=${SIZE}`, folder]),
    unmount() {
      if (isMounted) spawnSync('umount', ['--lazy', folder], { timeout: 5000 })
      isMounted = false
    },
  }
}

function mount(args: string[]): void {
  const { status, stderr, error } = spawnSync('mount', args, { encoding: 'utf8', timeout: 5000 })
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${error?.message ?? stderr.trim()}`)
}
