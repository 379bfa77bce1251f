import { existsSync, statfsSync } from 'node:fs'

/** PostgreSQL stops if it cannot create another segment of its log. */
const LOG_SEGMENT_BYTES = 16 * 1024 * 1024

/**
 * A hint for the report of a server that has exited because its disk is full. PostgreSQL could not write the reason to its
 * log file, which is on the same disk.
 */
export function fullDiskHint(directory: string): string {
  // The folder may have been deleted while the server was running.
  if (!existsSync(directory)) return ''
  const { bavail, bsize } = statfsSync(directory)
  if (bavail * bsize >= LOG_SEGMENT_BYTES) return ''
  return `: the disk of ${directory} is full. Nothing is lost; free some space and start again`
}
