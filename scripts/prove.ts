/**
 * The long form of test/faults/redemption-crash.test.ts: kills nodes, then the database itself, under load and at random
 * moments, and holds what clients were told against the books. `npm run prove`, or `npm run prove -- 3` for three rounds.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '../src/embedded/server.ts'
import { type CrashReport, survive } from '../test/faults/crash.ts'
import { temporaryFolder } from './temporary-folder.ts'

const rounds = Number(process.argv[2] ?? 10)
const directory = await temporaryFolder('prove')
// As root, the server runs as another user, who must be able to enter.

const say = (line: string) => process.stdout.write(`${line}\n`)

function tell(
  title: string,
  { kills, answered, sentAgain, redeemed, wrongs, findings }: CrashReport,
): boolean {
  say(`\n${title}`)
  say(
    `  ${kills} kills, ${answered} requests answered (${sentAgain} of them sent again), ${redeemed} redeemed`,
  )
  say(`  told and not so, or so and not told: ${wrongs.length}`)
  for (const wrong of wrongs.slice(0, 20)) say(`    ${wrong}`)
  say(`  audit of the ledger: ${findings.length === 0 ? 'exact' : JSON.stringify(findings, null, 2)}`)
  return wrongs.length === 0 && findings.length === 0
}

try {
  say(`${rounds} rounds each, 50 clients`)
  const server = await startEmbedded({ directory: join(directory, 'shared') })
  const nodes = await survive({ kind: 'node', databaseUrl: server.url }, rounds)
  await server.stop()
  const isExact = tell('kill -9 of one node of two', nodes)
  const database = await survive({ kind: 'database', dataDir: join(directory, 'data') }, rounds)
  const isStillExact = tell('kill -9 of the embedded PostgreSQL', database)
  process.exitCode = isExact && isStillExact ? 0 : 1
} finally {
  await rm(directory, { recursive: true, force: true })
}
