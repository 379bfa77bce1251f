import { join } from 'node:path'
import { startEmbedded } from '../src/platform/embedded/server.ts'
import { type CrashReport, survive } from '../test/faults/crash.ts'
import type { Proof } from './proof.ts'

/** The long form of test/faults/redemption-crash.test.ts. */
export const proveRedemptionCrash: Proof = async (directory, say, [rounds = '10']) => {
  say(`${rounds} rounds each, 50 clients`)
  const server = await startEmbedded({ directory: join(directory, 'shared') })
  const nodes = await survive({ kind: 'node', databaseUrl: server.url }, Number(rounds))
  await server.stop()
  const isExact = report(say, 'kill -9 of one of two nodes', nodes)
  const database = await survive({ kind: 'database', dataDir: join(directory, 'data') }, Number(rounds))
  return report(say, 'kill -9 of the embedded PostgreSQL', database) && isExact
}

function report(say: (line: string) => void, title: string, result: CrashReport): boolean {
  const { kills, answered, sentAgain, redeemed, wrongs, findings } = result
  say(`\n${title}`)
  say(`  ${kills} kills, ${answered} requests answered (${sentAgain} of them retries), ${redeemed} redeemed`)
  say(`  responses that contradict the database: ${wrongs.length}`)
  for (const wrong of wrongs.slice(0, 20)) say(`    ${wrong}`)
  say(`  ledger: ${findings.length === 0 ? 'exact' : JSON.stringify(findings, null, 2)}`)
  return wrongs.length === 0 && findings.length === 0
}
