/** Sends alerts like a worker, but with a short lease: when it is killed, its messages are due again within seconds. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sendMessages } from '../../src/domain/alerts/messages/send-messages.ts'
import { watchAlerts } from '../../src/domain/alerts/watch-alerts.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { connect } from '../../src/platform/database/db.ts'
import { openPools } from '../../src/platform/database/open-pools.ts'
import { createLogger } from '../../src/platform/logging.ts'
import { createVault } from '../../src/platform/secrets.ts'
import { openDeps } from '../../src/process/open-deps.ts'

const LEASE_MS = 10_000

const config = loadConfig()
if (config.databaseUrl === null || config.secretsKey === null)
  throw new Error('set DATABASE_URL and SECRETS_KEY')
const pools = openPools(await connect(config.databaseUrl, { max: 4 }))
const deps = openDeps({
  ...{ ...pools, config, log: createLogger(config.logLevel), now: () => new Date() },
  vault: createVault(config.secretsKey),
})
// Tests wait for this line, which the service also logs.
createLogger('info').info('Counterfoil is up')
for (;;) {
  await watchAlerts(deps)
  await sendMessages(deps, undefined, LEASE_MS)
  await sleep(100)
}
