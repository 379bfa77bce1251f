import { migrate as applyMigrations, latestVersion } from '../platform/database/migrate.ts'
import { EXIT } from './exit-codes.ts'
import type { Given } from './perform.ts'

export async function migrate({ terminal, open }: Given): Promise<number> {
  const { migrated: applied } = await open(applyMigrations)
  const version = await latestVersion()
  const state = `The schema is at version ${version}.`
  const done = applied.map((name) => `applied ${name}`)
  terminal.answer(
    { applied, version },
    [...done, applied.length > 0 ? state : `Nothing to do. ${state}`].join('\n'),
  )
  return EXIT.done
}
