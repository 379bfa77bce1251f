import { resolve } from 'node:path'
import { loadConfig } from '../../platform/config.ts'
import { ConfigError } from '../../platform/config-error.ts'
import { restoreBackup } from '../../process/backup/restore-backup.ts'
import { writeBackup } from '../../process/backup/write-backup.ts'
import type { CommandContext } from '../run-command.ts'

const MEBIBYTE = 1024 * 1024

export async function backup({ terminal, signal, open }: CommandContext, folder: string): Promise<undefined> {
  const { dataDir } = embeddedConfig('backup')
  await open()
  const report = await writeBackup(dataDir, resolve(folder), signal)
  const size = (report.bytes / MEBIBYTE).toFixed(1)
  terminal.printResult(report, `${report.files} files (${size} MiB) backed up to ${report.folder}.`)
}

export async function restore({ terminal, signal }: CommandContext, folder: string): Promise<undefined> {
  const { dataDir } = embeddedConfig('restore')
  const report = await restoreBackup(resolve(folder), dataDir, signal)
  terminal.printResult(report, `The backup of ${report.createdAt} is restored to ${dataDir}.`)
  if (!report.hasKey)
    terminal.note('the backup holds no key: set SECRETS_KEY to the key that the service had then')
  terminal.note('webhooks are held until "counterfoil deliveries release"')
}

function embeddedConfig(command: string) {
  const config = loadConfig()
  if (config.databaseUrl === null) return config
  throw new ConfigError(
    `counterfoil ${command} is for the embedded database, and DATABASE_URL is set: use pg_dump or pg_basebackup`,
  )
}
