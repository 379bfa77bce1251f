import * as categories from '@counterfoil/contract/admin/categories.ts'
import { checkDeactivation } from '@counterfoil/contract/admin/deactivation-check.ts'
import * as merchants from '@counterfoil/contract/admin/merchants.ts'
import * as outlets from '@counterfoil/contract/admin/outlets.ts'
import { listPartnerOutlets as partnerOutlets } from '@counterfoil/contract/admin/partner-outlets.ts'
import { csvHeaders } from '../../platform/csv/csv-stream.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { type Refusal, refuse, unlessRefused } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { respondOrRequest } from '../guarded-changes/respond-or-request.ts'
import { putCategory } from './categories.ts'
import { listCategories } from './category-queries.ts'
import { putFeatured, viewFeatured } from './featured.ts'
import { generatePins } from './generate-pins.ts'
import { exportMerchants, viewMerchants } from './list-merchants.ts'
import { exportOutletsOf, viewOutletsOf } from './list-outlets.ts'
import { findMerchant } from './merchant-queries.ts'
import { checkDeactivationOf, createMerchant, updateMerchant } from './merchants.ts'
import { findOutlet } from './outlet-queries.ts'
import { createOutlet, updateOutlet } from './outlets.ts'
import { listPartnerOutlets } from './partner-outlets.ts'

export function catalogAdmin(serve: Serve<Caller>, deps: Runtime): void {
  categoriesAdmin(serve, deps)
  merchantsAdmin(serve, deps)
  outletsAdmin(serve, deps)
}

function categoriesAdmin(serve: Serve<Caller>, deps: Runtime): void {
  serve(categories.listCategories, async () =>
    respond(200, { items: await listCategories(deps.db), nextCursor: null }),
  )

  serve(categories.putCategory, async ({ params, body }, caller) =>
    unlessRefused(await putCategory(deps, caller, params.slug, body), ({ category, created }) =>
      respond(created ? 201 : 200, category),
    ),
  )
}

function merchantsAdmin(serve: Serve<Caller>, deps: Runtime): void {
  serve(merchants.createMerchant, async ({ body }, caller) =>
    respond(201, await createMerchant(deps, caller, body)),
  )

  serve(merchants.listMerchants, async ({ query }, caller) =>
    respond(200, await viewMerchants(deps, caller, query)),
  )

  serve(merchants.exportMerchants, async ({ query }, caller) =>
    // The contract declares the body as text; this stream carries it.
    respond(200, exportMerchants(deps, caller, query) as unknown as string, csvHeaders('merchants.csv')),
  )

  serve(merchants.getMerchant, async ({ params }, caller) =>
    respond(200, (await findMerchant(deps.db, caller, params.id)) ?? refuse('not_found')),
  )

  serve(merchants.updateMerchant, async ({ params, body, expectedVersion }, caller) =>
    respond(200, await updateMerchant(deps, caller, params.id, body, expectedVersion)),
  )

  serve(checkDeactivation, async ({ params }, caller) =>
    respond(200, await checkDeactivationOf(deps, caller, params.id)),
  )

  serve(merchants.getFeatured, async () => respond(200, await viewFeatured(deps)))

  serve(merchants.putFeatured, async ({ body }, caller) =>
    respond(200, await putFeatured(deps, caller, body)),
  )
}

function outletsAdmin(serve: Serve<Caller>, deps: Runtime): void {
  serve(partnerOutlets, async ({ params, query }, caller) =>
    respond(200, await listPartnerOutlets(deps, caller, params.id, query)),
  )

  serve(outlets.createOutlet, async ({ params, body }, caller) =>
    respondOrRequest(201, await createOutlet(deps, caller, params.id, body)),
  )

  serve(outlets.listOutlets, async ({ params, query }, caller) =>
    respond(200, await viewOutletsOf(deps, caller, params.id, query)),
  )

  serve(outlets.exportOutlets, async ({ params, query }, caller) =>
    respond(
      200,
      (await exportOutletsOf(deps, caller, params.id, query)) as unknown as string | Refusal,
      csvHeaders('outlets.csv'),
    ),
  )

  serve(outlets.getOutlet, async ({ params }, caller) =>
    respond(200, (await findOutlet(deps.db, caller, params.id)) ?? refuse('not_found')),
  )

  serve(outlets.generatePins, async ({ params, body }, caller) =>
    respondOrRequest(200, await generatePins(deps, caller, params.id, body.outletIds)),
  )

  serve(outlets.updateOutlet, async ({ params, body, expectedVersion }, caller) =>
    respondOrRequest(200, await updateOutlet(deps, caller, params.id, body, expectedVersion)),
  )
}
