import { accessSync, constants, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A program that the proof needs is not installed. `npm run prove` prints the message and exits with code 2. */
export class MissingPackages extends Error {}

/** The Debian package of each program. */
const PACKAGES = {
  postgres: 'postgresql',
  initdb: 'postgresql',
  psql: 'postgresql-client',
  pg_basebackup: 'postgresql-client',
  pgbouncer: 'pgbouncer',
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  prometheus: 'prometheus',
} as const

export type Program = keyof typeof PACKAGES

const POSTGRES_VERSIONS = '/usr/lib/postgresql'
const OLDEST_POSTGRES = 15

/** The path of each program. Throws with the names of all packages that are missing. */
export function findPrograms<P extends Program>(
  programs: readonly P[],
  folders = [...postgresFolders(), ...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/bin'],
): Record<P, string> {
  const found = programs.map((program) => [program, findIn(folders, program)] as const)
  const missing = new Set(found.flatMap(([program, path]) => (path ? [] : [PACKAGES[program]])))
  if (missing.size > 0) {
    const names = [...missing]
    throw new MissingPackages(
      `${names.length === 1 ? 'This Debian package is' : 'These Debian packages are'} missing: ${names.join(', ')}. ` +
        `Install with: apt-get install ${names.join(' ')}`,
    )
  }
  return Object.fromEntries(found) as Record<P, string>
}

/** The newest release first. */
function postgresFolders(): string[] {
  try {
    return readdirSync(POSTGRES_VERSIONS)
      .map(Number)
      .filter((version) => version >= OLDEST_POSTGRES)
      .sort((a, b) => b - a)
      .map((version) => join(POSTGRES_VERSIONS, String(version), 'bin'))
  } catch {
    return []
  }
}

function findIn(folders: string[], program: string): string | null {
  for (const folder of folders) {
    const path = join(folder, program)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Not here.
    }
  }
  return null
}
