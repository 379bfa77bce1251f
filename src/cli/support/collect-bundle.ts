import { availableParallelism, freemem, loadavg, release, totalmem } from 'node:os'
import { type Config, loadConfig, readEnvironment } from '../../platform/config.ts'
import { ConfigError } from '../../platform/config-error.ts'
import { warningsAbout } from '../../platform/config-warnings.ts'
import { findSetSettings, SETTINGS } from '../../platform/settings.ts'
import type { TarEntry } from '../../platform/tar.ts'
import { findCommit, VERSION } from '../../platform/version.ts'
import { README } from './bundle-readme.ts'
import { describeDatabase, readDatabaseLog } from './describe-database.ts'
import { describeHealth } from './describe-health.ts'
import { describeSettings, secretsIn } from './describe-settings.ts'
import { redact } from './redact.ts'

/** The files of a support bundle. If a part cannot be read, its file says why. */
export async function collectBundle(): Promise<TarEntry[]> {
  const set = findSetSettings(readEnvironment())
  const config = readConfig()
  const running = config instanceof ConfigError ? {} : await describeRunning(config)
  const files: Record<string, unknown> = {
    'README.txt': README,
    'versions.json': versions(),
    'settings.json': {
      settings: describeSettings(SETTINGS, set),
      // The message may quote the value, so only the name of the setting is kept.
      ...(config instanceof ConfigError
        ? { wrong: config.message.split(/\W/)[0] }
        : { warnings: warningsAbout(config) }),
    },
    ...running,
  }
  const secrets = secretsIn(set)
  return Object.entries(files).map(([path, content]) => ({
    path,
    content: redact(typeof content === 'string' ? content : render(content as object), secrets),
  }))
}

async function describeRunning(config: Config): Promise<Record<string, unknown>> {
  const [health, database, log] = await Promise.all([
    describeHealth(config),
    describeDatabase(config),
    readDatabaseLog(config),
  ])
  return {
    'health.json': health.responses,
    'metrics.txt': health.metrics,
    ...database,
    ...(log !== null && { 'postgres.log': log }),
  }
}

/** JSON that people can read: one line for each row of a list. */
function render(content: object): string {
  const parts = Object.entries(content).map(([name, value]) => {
    const rows = Array.isArray(value) ? value.map((row) => `    ${JSON.stringify(row)}`).join(',\n') : ''
    return `  ${JSON.stringify(name)}: ${rows ? `[\n${rows}\n  ]` : JSON.stringify(value)}`
  })
  return `{\n${parts.join(',\n')}\n}\n`
}

function readConfig(): Config | ConfigError {
  try {
    return loadConfig()
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
}

function versions(): object {
  const { version, platform, arch } = process
  return {
    at: new Date(),
    counterfoil: VERSION,
    commit: findCommit(),
    node: version,
    system: { platform, arch, release: release() },
    machine: { cpus: availableParallelism(), memoryBytes: totalmem(), freeBytes: freemem(), load: loadavg() },
  }
}
