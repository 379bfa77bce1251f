import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { type Node, until } from '../support/process.ts'
import { spawnOnTerminal } from '../support/terminal.ts'

/** The service as the first `npm start` runs it: built, with its own PostgreSQL, demo data and a terminal. */
export async function openFirstStart(): Promise<{ service: Node; folder: string }> {
  await promisify(execFile)(process.execPath, ['scripts/build-web.mjs'])
  const folder = await temporaryFolder('first-start')
  const env = { DATA_DIR: folder, PORT: '0', DEMO: 'true', LOG_LEVEL: 'warn' }
  return { service: spawnOnTerminal('src/main.ts', env), folder }
}

/** The link that the start block prints. */
export async function firstLink(service: Node): Promise<string> {
  const find = () => /Create sign-in +(\S+) /.exec(service.output())?.[1]
  await until(() => find() !== undefined || service.child.exitCode !== null, 120_000).catch(() => {})
  const link = find()
  if (link === undefined) throw new Error(`no link in the start block:\n${service.output()}`)
  return link
}
