import { batched } from './batch.ts'
import { openCatalogue } from './catalog/catalogue.ts'
import type { Deps } from './deps.ts'
import { openRefusalTally } from './figures/refusal-tally.ts'
import { openPartnerDirectory } from './partners/directory.ts'
import { openEngine } from './redemptions/engine.ts'
import { listUsersByKey } from './users/user-queries.ts'
import { openTargets } from './webhooks/target.ts'

/** What operations are given, from what a process (or a test) starts with. */
export function openDeps(
  base: Pick<Deps, 'db' | 'config' | 'vault' | 'log' | 'now' | 'engineOptions' | 'engineDb'>,
): Deps & { close(): Promise<void> } {
  const partners = openPartnerDirectory(base)
  const catalogue = openCatalogue(base)
  const targets = openTargets(base.config)
  const refusals = openRefusalTally(base)
  return {
    ...base,
    partners,
    catalogue,
    targets,
    refusals,
    redemptionEngine: openEngine(base, base.engineOptions),
    findUser: batched((keys) => listUsersByKey(base.db, keys)),
    async close() {
      partners.close()
      catalogue.close()
      await targets.close()
      await refusals.close()
    },
  }
}
