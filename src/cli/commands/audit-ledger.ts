import { auditAllLedgers, type Finding } from '../../domain/redemptions/ledger/ledger.ts'
import { monthAfter, parseMonth } from '../../domain/redemptions/months/month.ts'
import { visible } from '../../platform/visible-text.ts'
import type { CommandContext } from '../run-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { UsageError } from '../terminal/failure.ts'

type Options = { month?: string[]; since?: string }

export async function audit({ terminal, openExisting }: CommandContext, options: Options): Promise<number> {
  const ranges = rangesOf(options)
  const { deps } = await openExisting()
  const findings: Finding[] = []
  for (const range of ranges) findings.push(...(await auditAllLedgers(deps, new Date(), range)))
  const isClean = findings.every(({ severity }) => severity === 'note')
  const lines = findings.map(({ severity, rule, found, examples }) =>
    [
      `${severity === 'note' ? 'note' : 'broken'}: ${rule} (${found})`,
      ...examples.map((one) => `  ${visible(one)}`),
    ].join('\n'),
  )
  const subject = ranges[0] === null ? 'The ledger' : 'The ledger of these months'
  const verdict = isClean ? `${subject} is exact.` : `${subject} is not exact.`
  terminal.printResult({ isClean, findings }, [...lines, verdict].join('\n'))
  return isClean ? EXIT.done : EXIT.refused
}

/** The periods to audit, one for each month. Null audits everything. */
function rangesOf({ month = [], since }: Options): ({ from: Date; until: Date } | null)[] {
  if (month.length > 0 && since !== undefined) throw new UsageError('give either --month or --since')
  if (since !== undefined) return [{ from: readMonth('--since', since), until: new Date('9999-01-01') }]
  if (month.length === 0) return [null]
  return [...new Set(month)].map((text) => {
    const from = readMonth('--month', text)
    return { from, until: monthAfter(from) }
  })
}

function readMonth(flag: string, text: string): Date {
  const month = parseMonth(text)
  if (month === null) throw new UsageError(`${flag} ${visible(text)} is not a month: write it like 2026-11`)
  if (month > new Date()) throw new UsageError(`${flag} ${text} is in the future`)
  return month
}
