import { ConfigError } from './config-error.ts'

export function databaseUrlFrom(name: string, value: string | null): string | null {
  if (value === null || /^postgres(ql)?:\/\/[^\s]+$/.test(value)) return value
  throw new ConfigError(
    `${name} is not a PostgreSQL address: set it to postgres://user:password@host:5432/database`,
  )
}

export function replicaUrlFrom(value: string | null, databaseUrl: string | null): string | null {
  if (value !== null && databaseUrl === null) {
    throw new ConfigError('DATABASE_REPLICA_URL is set without DATABASE_URL: set DATABASE_URL to its primary')
  }
  return databaseUrlFrom('DATABASE_REPLICA_URL', value)
}

/** Spaces separate the cells, because commas separate the hosts of an address. */
export function cellUrlsFrom(value: string | null): Record<string, string> {
  const pairs = (value?.split(/\s+/) ?? []).map((pair) => {
    const [, name, url] = /^([a-z][a-z0-9-]*)=(.*)$/.exec(pair) ?? []
    if (name === undefined || url === undefined || databaseUrlFrom('CELL_URLS', url) === null)
      throw new ConfigError('CELL_URLS is not a list of cells: set it to name=postgres://… name=postgres://…')
    return [name, url]
  })
  return Object.fromEntries(pairs)
}
