import { plainText } from '@counterfoil/contract/markup.ts'
import { CLI } from '../../domain/actors/caller.ts'
import { parseMonth } from '../../domain/redemptions/months/month.ts'
import { closeMonth } from '../../domain/statements/close-month.ts'
import { listAllStatements } from '../../domain/statements/list-statements.ts'
import { Refusal } from '../../platform/refusal.ts'
import { visible } from '../../platform/visible-text.ts'
import type { CommandContext } from '../run-command.ts'
import { UsageError } from '../terminal/failure.ts'
import { table } from '../terminal/table.ts'

type Options = { month: string }

const HEADER = ['number', 'merchant', 'partner', 'voucher', 'redeemed', 'net', 'value', 'total', 'currency']

export async function list(
  { terminal, openExisting }: CommandContext,
  { month }: Options,
): Promise<undefined> {
  requireMonth(month)
  const { deps } = await openExisting()
  const statements = await listAllStatements(deps, CLI, { month })
  const rows = statements.items.map((row) => [
    ...[String(row.number ?? ''), row.merchantName, row.partnerName, plainText(row.voucherTitle)],
    ...[String(row.redeemed), String(row.net)],
    ...[row.value?.amount ?? '', row.total?.amount ?? '', row.value?.currency ?? ''],
  ])
  const state = `${month} is ${statements.state === 'OPEN' ? 'open' : 'closed'}.`
  terminal.printResult(statements, [table(HEADER, rows), '', ...linesOf(statements.totals), state].join('\n'))
}

export async function close(
  { terminal, openExisting }: CommandContext,
  { month }: Options,
): Promise<Refusal | undefined> {
  requireMonth(month)
  const { deps } = await openExisting()
  const closed = await closeMonth(deps, CLI, month)
  if (closed instanceof Refusal) return closed
  const { statements, unreviewed, totals } = closed
  const counts = `${month} is closed. Statements: ${statements}. Flagged redemptions that nobody has reviewed: ${unreviewed}.`
  terminal.printResult(closed, [counts, ...linesOf(totals)].join('\n'))
}

function linesOf(totals: { currency: string | null; net: number; total: string | null }[]): string[] {
  return totals.map(
    ({ currency, net, total }) => `${currency ?? 'no value'}: ${net} net, total ${total ?? '–'}`,
  )
}

function requireMonth(text: string): void {
  if (parseMonth(text) === null)
    throw new UsageError(`--month ${visible(text)} is not a month: write it like 2026-11`)
}
