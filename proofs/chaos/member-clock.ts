import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The clock of one process, as libfaketime shows it: of its wall clock only, since no machine moves the monotonic one. */
export type MemberClock = {
  /** For the process. */
  env: Record<string, string>
  /** From now on, the clock is wrong by so many seconds. */
  skew(seconds: number): void
}

/** Where Debian's package `faketime` installs it. */
const LIBRARY = '/usr/lib/*/faketime/libfaketimeMT.so.1'

/** Null: libfaketime is not installed, and no clock can be moved. */
export function openMemberClock(folder: string): MemberClock | null {
  const [library] = globSync(LIBRARY)
  if (!library) return null
  const file = join(folder, 'clock')
  const skew = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
  skew(0)
  return {
    env: {
      ...{ LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' },
      ...{ FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' },
    },
    skew,
  }
}
