import { describeDemo } from '../demo/describe.ts'
import { loadDemo } from '../demo/load.ts'
import { EXIT } from './exit-codes.ts'
import type { Given } from './perform.ts'
import { fields } from './table.ts'

const NOT_EMPTY = 'the demo data go into a database without partners and merchants, and this one has some'

export async function demo({ terminal, open }: Given): Promise<number> {
  const { deps } = await open()
  if (!(await loadDemo(deps))) {
    const body = { error: 'not_empty', message: NOT_EMPTY }
    return terminal.fail({ body, message: `not_empty: ${NOT_EMPTY}`, exitCode: EXIT.refused })
  }
  const rows = await describeDemo(deps)
  const hints = rows.length > 0 ? `\n\n${fields(rows)}` : ''
  terminal.answer({ loaded: true }, `The demo data are loaded. Start the service to try them.${hints}`)
  return EXIT.done
}
