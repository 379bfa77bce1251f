import { getRedeemability } from '@counterfoil/contract/admin/redeemability.ts'
import * as contract from '@counterfoil/contract/admin/redemptions.ts'
import { countInCells, listSortedInCells } from '../../platform/cells/merge.ts'
import { csvHeaders } from '../../platform/csv/csv-stream.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { listSorted } from '../../platform/input/sorted-list.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import { countRedemptions, findRedemption, listRedemptions, REDEMPTION_LIST } from './admin-queries.ts'
import { exportRedemptions } from './export.ts'
import { readFilter } from './read-filter.ts'
import { explainRedeemability } from './redeemability.ts'
import { reviewRedemption } from './review.ts'
import { voidRedemption } from './void.ts'

export function redemptionsAdmin(serve: Serve<Caller>, deps: PartnersDeps & EventsDeps & ReadingDeps): void {
  serve(contract.listRedemptions, async ({ query }, caller) => {
    const filter = readFilter(query)
    if (filter instanceof Refusal) return filter
    const parts = await forReading(deps)
    const page = await listSorted(REDEMPTION_LIST, query, {
      rows: (request) =>
        listSortedInCells(parts, request, ({ db }) => listRedemptions(db, caller, filter, request)),
      count: () => countInCells(parts, ({ db }) => countRedemptions(db, caller, filter)),
    })
    return respond(200, page)
  })

  serve(contract.exportRedemptions, async ({ query }, caller) => {
    const filter = readFilter(query)
    if (filter instanceof Refusal) return filter
    // The contract declares the body as text; this stream carries it.
    const rows = exportRedemptions(await forReading(deps), caller, filter, query.sort) as unknown as string
    return respond(200, rows, csvHeaders('redemptions.csv'))
  })

  serve(contract.getRedemption, async ({ params }, caller) =>
    respond(
      200,
      (await findRedemption((await forReading(deps)).db, caller, params.id)) ?? refuse('not_found'),
    ),
  )

  serve(contract.voidRedemption, async ({ params, body }, caller) =>
    respond(200, await voidRedemption(deps, caller, params.id, body.reason)),
  )

  serve(contract.reviewRedemption, async ({ params, body }, caller) =>
    respond(200, await reviewRedemption(deps, caller, params.id, body)),
  )

  serve(getRedeemability, async ({ params, query }, caller) =>
    respond(200, await explainRedeemability(deps, caller, params.id, query)),
  )
}
