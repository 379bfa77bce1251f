import { type MaintenanceState, turnMaintenanceOn as route } from '@counterfoil/contract/admin/maintenance.ts'
import type { Static } from 'typebox'
import { CLI } from '../../domain/actors/caller.ts'
import {
  turnMaintenanceOff,
  turnMaintenanceOn,
  viewMaintenance,
} from '../../domain/maintenance/maintenance.ts'
import { readTime } from '../../platform/input/time.ts'
import { compile, issuesOf } from '../../platform/input/validation.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import type { CommandContext } from '../run-command.ts'
import { UsageError } from '../terminal/failure.ts'
import { fields } from '../terminal/table.ts'

type State = Static<typeof MaintenanceState>
type Options = { until?: string; message?: string }

export async function turnOn(
  { terminal, openExisting }: CommandContext,
  options: Options,
): Promise<Refusal | undefined> {
  const until = options.until === undefined ? null : readEnd(options.until, new Date()).toISOString()
  const input = { until, message: options.message ?? null }
  const issues = issuesOf(compile(route.body), input)
  if (issues.length > 0) return invalid(...issues)
  const { deps } = await openExisting()
  const state = await turnMaintenanceOn(deps, CLI, input)
  if (state instanceof Refusal) return state
  terminal.printResult(state, `Maintenance is on.\n\n${describe(state)}`)
}

export async function turnOff({ terminal, openExisting }: CommandContext): Promise<undefined> {
  const { deps } = await openExisting()
  const wasOn = await turnMaintenanceOff(deps, CLI)
  terminal.printResult({ isOn: false, wasOn }, wasOn ? 'Maintenance is off.' : 'Maintenance was off already.')
}

export async function status({ terminal, openExisting }: CommandContext): Promise<undefined> {
  const { deps } = await openExisting()
  const state = await viewMaintenance(deps, CLI)
  terminal.printResult(state, state.isOn ? `Maintenance is on.\n\n${describe(state)}` : 'Maintenance is off.')
}

function describe({ since, until, message, startedBy }: State): string {
  return fields([
    ['since', since],
    ['until', until ?? 'somebody turns it off'],
    ['message', message ?? 'none'],
    ['by', startedBy],
  ])
}

const UNITS_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function readEnd(text: string, now: Date): Date {
  const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const end = amount ? new Date(now.getTime() + Number(amount) * (UNITS_MS[unit] ?? 0)) : readTime(text)
  if (end === null)
    throw new UsageError(
      `--until ${text}: give a duration such as 30m, 2h or 1d, or a time with its zone such as 2026-12-01T14:30:00Z`,
    )
  return end
}
