import { migrate as applyMigrations, latestVersion } from '../../platform/database/migrate.ts'
import {
  type MigrationPlan,
  type PlannedMigration,
  planMigrations,
} from '../../platform/database/migration-plan.ts'
import { inspectDatabase } from '../inspect-database.ts'
import type { CommandContext } from '../run-command.ts'

export async function migrate(context: CommandContext, { dryRun }: { dryRun?: boolean }): Promise<undefined> {
  if (dryRun) return showPlan(context)
  const { terminal, open } = context
  const { migrated: applied } = await open(applyMigrations)
  const version = await latestVersion()
  const state = `The schema is at version ${version}.`
  const done = applied.map((name) => `applied ${name}`)
  terminal.printResult(
    { applied, version },
    [...done, applied.length > 0 ? state : `No migrations to apply. ${state}`].join('\n'),
  )
}

async function showPlan(context: CommandContext): Promise<undefined> {
  const plan = await inspectDatabase(context, (db) => planMigrations(db))
  context.terminal.printResult(plan, describePlan(plan).join('\n'))
}

export function describePlan(plan: MigrationPlan): string[] {
  const { current, latest, pending } = plan
  const state = `The schema is at version ${current}`
  if (pending.length === 0) return [`No migrations to apply. ${state}.`]
  return [
    ...pending.flatMap(describeMigration),
    `${state}, this release needs ${latest}. Nothing was changed.`,
    ...(current > 0 ? [describeNodes(plan)] : []),
  ]
}

function describeMigration({ name, tables }: PlannedMigration): string[] {
  const lines = tables.map(({ name: table, rows, statements }) => {
    const size = rows === null ? 'rows not counted yet' : `about ${rows} rows`
    return `  ${table}: ${statements.join(', ')} (${size})`
  })
  return [`would apply ${name}`, ...lines]
}

function describeNodes({ current, oldestRelease, nodesToStop }: MigrationPlan): string {
  if (nodesToStop.length > 0) return `Stop these nodes first, they are too old: ${nodesToStop.join(', ')}.`
  if (oldestRelease === null)
    return 'The schema does not say which releases can serve on it: stop all nodes first.'
  if (oldestRelease <= current)
    return `Running nodes can continue: releases since schema version ${oldestRelease} can serve.`
  return `Releases before schema version ${oldestRelease} cannot serve afterwards. No such node is running.`
}
