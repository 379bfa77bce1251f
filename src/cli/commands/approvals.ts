import { CLI } from '../../domain/actors/caller.ts'
import { applyInEmergency } from '../../domain/approvals/emergency.ts'
import { listApprovals } from '../../domain/guarded-changes/approval-queries.ts'
import type { SentForApproval } from '../../domain/guarded-changes/guard.ts'
import { viewApprovals } from '../../domain/guarded-changes/view-approval.ts'
import { listByIdInCells } from '../../platform/cells/merge.ts'
import { isUuid } from '../../platform/input/uuid.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { listAll } from '../list-all.ts'
import type { CommandContext } from '../run-command.ts'
import { table } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'

const HEADER = ['id', 'requested', 'by', 'record', 'change']

export async function list({ terminal, openExisting }: CommandContext): Promise<undefined> {
  const { deps } = await openExisting()
  const rows = await listAll((page) =>
    listByIdInCells(deps, page, ({ db }) => listApprovals(db, CLI, page, { state: 'PENDING' })),
  )
  const items = await viewApprovals(deps, rows)
  const lines = items.map(({ id, requestedAt, requestedBy, target, targetName, summary }) => [
    ...[id, requestedAt, requestedBy.name, targetName ?? target, summary],
  ])
  terminal.printResult({ items }, table(HEADER, lines))
}

export async function emergency(
  { terminal, openExisting }: CommandContext,
  id: string,
  { reason }: { reason: string },
): Promise<Refusal | undefined> {
  if (!isUuid(id)) return refuse('not_found')
  const { deps } = await openExisting()
  const applied = await applyInEmergency(deps.depsIn(await deps.cells.of('approval', id)), id, reason)
  if (applied instanceof Refusal) return applied
  terminal.printResult(
    applied,
    `Applied without a second person: ${applied.summary}\nThis was recorded as an emergency.`,
  )
}

/** The result of a command whose change was only requested. */
export function printRequest(terminal: Terminal, { approval }: SentForApproval): undefined {
  const { id, summary, expiresAt } = approval
  terminal.printResult(
    approval,
    `Sent for approval, nothing has changed yet: ${summary}\nRequest ${id} ends at ${expiresAt}. An admin approves it in the console.`,
  )
}
