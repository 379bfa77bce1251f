import { type Config, loadConfig } from '../../platform/config.ts'
import { ConfigError } from '../../platform/config-error.ts'
import { checkBucket } from '../checks/check-bucket.ts'
import { checkDataDir } from '../checks/check-data-dir.ts'
import { checkDatabase, checkReplica } from '../checks/check-database.ts'
import { checkIssuer } from '../checks/check-issuer.ts'
import { checkMail } from '../checks/check-mail.ts'
import { checkPublicUrl } from '../checks/check-public-url.ts'
import { checkSettings } from '../checks/check-settings.ts'
import { type Finding, wrong } from '../checks/finding.ts'
import type { CommandContext } from '../run-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { failureOf } from '../terminal/failure.ts'
import { table } from '../terminal/table.ts'

type Check = (config: Config) => Promise<Finding | Finding[]> | Finding[]

const CHECKS: [part: string, check: Check][] = [
  ['settings', checkSettings],
  ['database', checkDatabase],
  ['replica', checkReplica],
  ['data folder', checkDataDir],
  ['bucket', checkBucket],
  ['mail', checkMail],
  ['single sign-on', checkIssuer],
  ['public URL', checkPublicUrl],
]

export async function checkConfig({ terminal }: CommandContext): Promise<number> {
  const findings = await findAll()
  const isUsable = findings.every(({ level }) => level !== 'wrong')
  const rows = findings.map(({ level, part, message }) => [level, part, message])
  terminal.printResult({ isUsable, findings }, table(['result', 'part', 'details'], rows))
  return isUsable ? EXIT.done : EXIT.failed
}

async function findAll(): Promise<Finding[]> {
  let config: Config
  try {
    config = loadConfig()
  } catch (error) {
    if (error instanceof ConfigError) return [wrong('settings', error.message)]
    throw error
  }
  const found = CHECKS.map(async ([part, check]) => {
    try {
      return await check(config)
    } catch (error) {
      return wrong(part, failureOf(error).message)
    }
  })
  return (await Promise.all(found)).flat()
}
