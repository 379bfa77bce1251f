import { migrate as applyMigrations, latestVersion } from '../../platform/database/migrate.ts'
import type { Given } from '../run-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'

export async function migrate({ terminal, open }: Given): Promise<number> {
  const { migrated: applied } = await open(applyMigrations)
  const version = await latestVersion()
  const state = `The schema is at version ${version}.`
  const done = applied.map((name) => `applied ${name}`)
  terminal.answer(
    { applied, version },
    [...done, applied.length > 0 ? state : `No migrations to apply. ${state}`].join('\n'),
  )
  return EXIT.done
}
