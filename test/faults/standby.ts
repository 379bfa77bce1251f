import { execFile } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  globSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { type EmbeddedServer, startEmbedded } from '../../src/platform/embedded/server.ts'
import { within } from './deadline.ts'

/** A hot standby: it answers reads, and refuses every write with SQLSTATE 25006. */
export type Standby = { port: number; server: EmbeddedServer }

const COPY_MS = 60_000
const START_MS = 60_000

/**
 * Copies the cluster in `primary`, which must have been shut down, tablespaces included. The package has no
 * pg_basebackup; for a stopped server, a copy of the files is enough.
 */
export async function copyCluster(primary: string, copy: string): Promise<void> {
  const clone = (from: string, to: string) =>
    promisify(execFile)('cp', ['-a', from, to], { timeout: COPY_MS })
  await clone(primary, copy)
  copyFileSync(`${primary}.password`, `${copy}.password`)
  for (const link of globSync(join(copy, 'pg_tblspc', '*'))) {
    const tablespace = `${copy}-tablespace-${basename(link)}`
    await clone(readlinkSync(link), tablespace)
    rmSync(link)
    symlinkSync(tablespace, link)
  }
  const signal = join(copy, 'standby.signal')
  writeFileSync(signal, '')
  const { uid, gid } = statSync(copy)
  if (process.getuid?.() === 0) chownSync(signal, uid, gid)
}

/** Starts the copy in recovery. It streams from the primary behind `primaryPort`. */
export async function startStandby(
  directory: string,
  primaryPort: number,
  password: string,
  settings: Record<string, string>,
): Promise<Standby> {
  const starting = startEmbedded({
    directory,
    settings: {
      ...settings,
      hot_standby: 'on',
      primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=counterfoil password=${password}`,
      wal_retrieve_retry_interval: '500ms',
    },
  })
  const server = await within(START_MS, 'the start of the standby', starting)
  return { port: Number(new URL(server.url).port), server }
}
