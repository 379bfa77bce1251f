import { auditLedger } from '../../domain/redemptions/ledger.ts'
import { visible } from '../../platform/visible-text.ts'
import type { Given } from '../run-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'

export async function audit({ terminal, openExisting }: Given): Promise<number> {
  const { deps } = await openExisting()
  const findings = await auditLedger(deps.db)
  const isClean = findings.every(({ severity }) => severity === 'note')
  const lines = findings.map(({ severity, rule, found, examples }) =>
    [
      `${severity === 'note' ? 'note' : 'broken'}: ${rule} (${found})`,
      ...examples.map((one) => `  ${visible(one)}`),
    ].join('\n'),
  )
  const verdict = isClean ? 'The ledger is exact.' : 'The ledger is not exact.'
  terminal.answer({ isClean, findings }, [...lines, verdict].join('\n'))
  return isClean ? EXIT.done : EXIT.refused
}
