import { NewOutlet } from '@counterfoil/contract/admin/outlets.ts'
import { CLI } from '../../domain/actors/caller.ts'
import { lockMerchant } from '../../domain/catalog/merchant-queries.ts'
import { readOutletCells } from '../../domain/catalog/outlet-cells.ts'
import { createOutlet } from '../../domain/catalog/outlets.ts'
import { SentForApproval } from '../../domain/guarded-changes/guard.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { importRows, type RowKind } from '../csv/row-import.ts'
import { findMerchantId, findMerchantIdBySlug, hasOutlet } from '../queries.ts'
import type { CommandContext } from '../run-command.ts'

const { translations: _notInCsv, ...properties } = NewOutlet.properties

const OUTLET_ROWS: RowKind = {
  columns: {
    known: ['merchant', ...Object.keys(properties)],
    required: ['merchant', 'name', 'addressLine', 'city', 'countryCode'],
  },
  identityOf: ({ merchant, name }) => `${merchant}/${name}`,
  async placeOf(deps, { merchant = '' }) {
    const id = await findMerchantId(deps.db, merchant)
    return id === null ? deps : deps.cells.of('merchant', id)
  },
  async add(deps, tx, { merchant, ...cells }) {
    const { value: outlet, issues } = readOutletCells(cells)
    if (merchant === undefined) issues.push({ path: '/merchant', message: 'is required' })
    if (issues.length > 0) return invalid(...issues)
    const id = await findMerchantIdBySlug(tx, merchant as string)
    if (id === null) return invalid({ path: '/merchant', message: 'is not the slug of a known merchant' })
    // Without this lock, two imports of one file at once could add an outlet twice.
    await lockMerchant(tx, CLI, id)
    if (await hasOutlet(tx, id, outlet.name)) return 'exists'
    const result = await createOutlet(deps, CLI, id, outlet)
    if (result instanceof SentForApproval) return { added: 'its PIN was sent for approval' }
    return result instanceof Refusal ? result : 'added'
  },
}

export function importOutlets(
  context: CommandContext,
  path: string,
  options: { dryRun?: boolean },
): Promise<number> {
  return importRows(context, path, options, OUTLET_ROWS)
}
