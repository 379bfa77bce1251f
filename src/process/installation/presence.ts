import { randomUUID } from 'node:crypto'
import { latestVersion } from '../../platform/database/migrate.ts'
import { nodeName } from '../../platform/node-name.ts'
import { onDemand } from '../../platform/on-demand.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { deleteNode, findKeyChecks, upsertNode } from './queries.ts'

/** Every process that serves reports its presence. Rotations and migrations wait for processes that they would break. */
export type Presence = { stop(): Promise<void> }

/** After a rotation, a node keeps writing with the former key for half of this time on average. */
const REPORT_EVERY_MS = 5_000

export async function startPresence(
  { db, vault, log, config }: Pick<Runtime, 'db' | 'vault' | 'log' | 'config'>,
  everyMs = REPORT_EVERY_MS,
): Promise<Presence> {
  const id = randomUUID()
  const name = nodeName(config.port)
  const schemaVersion = await latestVersion()
  const report = async () => {
    const checks = await findKeyChecks(db)
    if (checks) vault.writeWith(checks.secretsKeyCheck)
    const node = { id, name, schemaVersion, keyIds: vault.keyIds, writingKeyId: vault.keyId }
    await db.begin((tx) => upsertNode(tx, node))
  }
  await report()
  const reports = onDemand(() =>
    report().catch((error) => log.debug({ err: error }, 'could not report this node to the database')),
  )
  const timer = setInterval(reports.ask, everyMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await reports.stop()
      // This is best effort: if it fails, others wait 20 seconds longer.
      await db.begin((tx) => deleteNode(tx, id)).catch(() => {})
    },
  }
}
