/** Like `ROLE=worker` but with a short lease: when it is killed, its deliveries are due again within seconds. */
import { loadConfig } from '../../src/platform/config.ts'
import { connect } from '../../src/platform/database/db.ts'
import { openPools } from '../../src/platform/database/open-pools.ts'
import { createLogger } from '../../src/platform/logging.ts'
import { createVault } from '../../src/platform/secrets.ts'
import { openDeps } from '../../src/process/open-deps.ts'

const config = loadConfig()
if (config.databaseUrl === null || config.secretsKey === null)
  throw new Error('set DATABASE_URL and SECRETS_KEY')
const pools = openPools(await connect(config.databaseUrl, { max: 4 }))
const deps = openDeps({
  ...{ ...pools, config, log: createLogger(config.logLevel), now: () => new Date() },
  vault: createVault(config.secretsKey),
  dispatcherOptions: { leaseMs: 4000, timeoutMs: 2000, pollMs: 200 },
})
deps.dispatcher.start()
// Tests wait for this line, which the service also logs.
createLogger('info').info('Counterfoil is up')
