import { demoRows, describeDemo } from '../../demo/describe.ts'
import { loadDemo } from '../../demo/load.ts'
import type { CommandContext } from '../run-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { fields } from '../terminal/table.ts'

const NOT_EMPTY =
  'demo data can only be loaded into a database without partners and merchants, while approvals are off'

export async function demo({ terminal, open }: CommandContext): Promise<number> {
  const { deps } = await open()
  if (!(await loadDemo(deps))) {
    const body = { error: 'not_empty', message: NOT_EMPTY }
    return terminal.fail({ body, message: `not_empty: ${NOT_EMPTY}`, exitCode: EXIT.refused })
  }
  const rows = demoRows(await describeDemo(deps))
  const hints = rows.length > 0 ? `\n\n${fields(rows)}` : ''
  terminal.printResult({ loaded: true }, `Demo data loaded. Start the service to try it.${hints}`)
  return EXIT.done
}
