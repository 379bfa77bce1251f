import { existsSync, statfsSync } from 'node:fs'

/** PostgreSQL stops if it cannot create another segment of its log. */
const LOG_SEGMENT_BYTES = 16 * 1024 * 1024

/**
 * What to add to the report of a server that has exited: PostgreSQL's own reason is in a log file on the same disk, which
 * has no space for it.
 */
export function fullDiskHint(directory: string): string {
  // Somebody has deleted the folder of a running server.
  if (!existsSync(directory)) return ''
  const { bavail, bsize } = statfsSync(directory)
  if (bavail * bsize >= LOG_SEGMENT_BYTES) return ''
  return `: the disk of ${directory} is full. Nothing is lost; free some space and start again`
}
