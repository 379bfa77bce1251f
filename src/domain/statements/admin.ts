import * as contract from '@counterfoil/contract/admin/statements.ts'
import { listNewestInCells } from '../../platform/cells/merge.ts'
import { csvHeaders } from '../../platform/csv/csv-stream.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { type ListKey, listByTime, nextLink } from '../../platform/input/paging.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { type AdjustmentRecord, listAdjustments } from './adjustment-queries.ts'
import { closeMonth } from './close-month.ts'
import { exportStatements, listStatements } from './list-statements.ts'
import { replaceSettings } from './settings.ts'
import { getSettings } from './settings-queries.ts'

const keyOf = ({ at, id }: AdjustmentRecord): ListKey => ({ time: at, id })

export function statementsAdmin(serve: Serve<Caller>, deps: ReadingDeps): void {
  serve(contract.listStatements, async ({ query }, caller) =>
    respond(200, await listStatements(deps, caller, query)),
  )

  serve(contract.exportStatements, async ({ query }, caller) => {
    // The contract declares the body as text; this stream carries it.
    const rows = (await exportStatements(deps, caller, query)) as unknown as string
    return respond(200, rows, csvHeaders(`statements-${query.month}.csv`))
  })

  serve(contract.listAdjustments, async ({ params: { month }, query }, caller) => {
    const parts = await forReading(deps)
    const list = await listByTime('adjustments', query, keyOf, (page) =>
      listNewestInCells(parts, page, keyOf, ({ db }) =>
        listAdjustments(db, caller, { ...query, month }, page),
      ),
    )
    if (list instanceof Refusal) return list
    const link = nextLink(`/admin/statements/${month}/adjustments`, query, list.nextCursor)
    return respond(200, list.items, link)
  })

  serve(contract.closeMonth, async ({ params }, caller) =>
    respond(200, await closeMonth(deps, caller, params.month)),
  )

  serve(contract.viewStatementSettings, async () => respond(200, await getSettings(deps.db)))

  serve(contract.replaceStatementSettings, async ({ body }, caller) =>
    respond(200, await replaceSettings(deps, caller, body)),
  )
}
