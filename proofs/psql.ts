import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Runs statements with `psql`, so that a proof does not read through the driver that it tests. Each call has its own
 * session and ends within 30 s.
 */
export type Psql = {
  /** Returns the rows of one select, converted to JSON. */
  select<Row>(url: string, statement: string): Promise<Row[]>
  /** Runs any statements in one session. Returns the rows of the last one. */
  execute(url: string, ...statements: string[]): Promise<Record<string, string>[]>
}

export function openPsql(program: string): Psql {
  const call = async (url: string, options: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(
      program,
      ['-X', '-q', '-v', 'ON_ERROR_STOP=1', ...options, url],
      {
        env: { PATH: '/usr/bin:/bin', PGCONNECT_TIMEOUT: '5', LC_ALL: 'C.UTF-8' },
        timeout: 30_000,
        maxBuffer: 256 * 1024 * 1024,
      },
    )
    return stdout
  }
  return {
    async select(url, statement) {
      const wrapped = `select coalesce(json_agg(row), '[]') from (${statement}) as row`
      return JSON.parse(await call(url, ['-A', '-t', '-c', wrapped]))
    },
    async execute(url, ...statements) {
      const stdout = await call(url, ['--csv', ...statements.flatMap((statement) => ['-c', statement])])
      const [names = '', ...rows] = stdout.trim().split('\n')
      const columns = names.split(',')
      return rows.map((row) => {
        const values = row.split(',')
        return Object.fromEntries(columns.map((column, i) => [column, values[i] ?? '']))
      })
    },
  }
}
