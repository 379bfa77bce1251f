import { NewMerchant } from '@counterfoil/contract/admin/merchants.ts'
import type { Static } from 'typebox'
import { CLI } from '../../domain/actors/caller.ts'
import { type CategoryRecord, listCategories } from '../../domain/catalog/category-queries.ts'
import { listMerchants as listMerchantRows, MERCHANT_LIST } from '../../domain/catalog/merchant-queries.ts'
import { createMerchant } from '../../domain/catalog/merchants.ts'
import { listSortedInCells } from '../../platform/cells/merge.ts'
import { issuesIn, readCells } from '../../platform/csv/cells.ts'
import { containing } from '../../platform/input/paging.ts'
import { rowsAfter } from '../../platform/input/sorted-list.ts'
import { compile } from '../../platform/input/validation.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { importRows, type RowKind } from '../csv/row-import.ts'
import { readAll } from '../list-all.ts'
import type { CommandContext } from '../run-command.ts'
import { table } from '../terminal/table.ts'

const { topVoucherId: _noVoucherYet, translations: _notInCsv, ...properties } = NewMerchant.properties

export async function listMerchants(
  { terminal, openExisting }: CommandContext,
  { q }: { q?: string },
): Promise<undefined> {
  const { deps } = await openExisting()
  const filter = { pattern: containing(q), category: null, isActive: null, mode: 'live' as const }
  const items = await readAll(
    rowsAfter(MERCHANT_LIST, undefined, (page) =>
      listSortedInCells(deps, page, ({ db }) => listMerchantRows(db, CLI, page, filter)),
    ),
  )
  const rows = items.map(({ id, slug, isActive, category, name }) => [
    id,
    slug,
    isActive ? 'active' : 'inactive',
    category,
    name,
  ])
  terminal.printResult({ items }, table(['id', 'slug', 'state', 'category', 'name'], rows))
}

export function importMerchants(
  context: CommandContext,
  path: string,
  options: { dryRun?: boolean },
): Promise<number> {
  return importRows(context, path, options, merchantRows())
}

function merchantRows(): RowKind {
  const judge = compile(NewMerchant)
  let categories: CategoryRecord[] | null = null
  return {
    columns: { known: [...Object.keys(properties), 'subCategories'], required: ['name', 'slug', 'category'] },
    identityOf: ({ slug }) => slug ?? '',
    placeOf: ({ cells }) => cells.forNewMerchant(),
    async add(deps, tx, { subCategories, subCategoryIds, ...cells }) {
      categories ??= await listCategories(tx)
      if (subCategories && subCategoryIds) {
        return invalid({ path: '/subCategories', message: 'cannot be combined with subCategoryIds' })
      }
      const ids = subCategories ? idsOf(categories, cells.category, subCategories) : split(subCategoryIds)
      if (ids instanceof Refusal) return ids
      const value = { ...readCells(properties, cells), ...(ids.length > 0 && { subCategoryIds: ids }) }
      const issues = issuesIn(judge, value)
      if (issues.length > 0) return invalid(...issues)
      const result = await createMerchant(deps, CLI, value as Static<typeof NewMerchant>)
      if (!(result instanceof Refusal)) return 'added'
      return result.code === 'slug_taken' ? 'exists' : result
    },
  }
}

/** Finds sub-categories of the row's category by name, ignoring case. */
function idsOf(categories: CategoryRecord[], slug: string | undefined, names: string): string[] | Refusal {
  const known = categories.find((category) => category.slug === slug)?.subCategories ?? []
  const wanted = split(names)
  const found = wanted.map((name) => known.find((one) => one.name.toLowerCase() === name.toLowerCase())?.id)
  const issues = wanted
    .filter((_, place) => found[place] === undefined)
    .map((name) => ({
      path: '/subCategories',
      message: `contains ${name}, which is not a sub-category of ${slug ?? 'an empty category'}`,
    }))
  return issues.length > 0 ? invalid(...issues) : found.filter((id) => id !== undefined)
}

function split(cell: string | undefined): string[] {
  const parts = cell?.split(';').map((part) => part.trim()) ?? []
  return parts.filter((part) => part !== '')
}
