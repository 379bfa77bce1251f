import type { CategoryContent } from '@counterfoil/contract/admin/categories.ts'
import type { Static } from 'typebox'
import { askCells } from '../../platform/cells/merge.ts'
import { type Tx, transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { type Issue, invalid, issueAt, type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import {
  areTagged,
  type CategoryRecord,
  deleteSubCategories,
  getCategory,
  insertCategoryIfNew,
  lockCategory,
  updateCategory,
  upsertSubCategories,
} from './category-queries.ts'

type Content = Static<typeof CategoryContent>

export async function putCategory(
  deps: Runtime,
  caller: Caller,
  slug: string,
  { name, subCategories, translations }: Content,
): Promise<{ category: CategoryRecord; created: boolean } | Refusal> {
  return transaction(deps.db, async (tx) => {
    const now = deps.now()
    const created = await insertCategoryIfNew(tx, slug, { name, translations: translations ?? {} }, now)
    const before = await lockCategory(tx, slug)
    // Callers that do not know translations must not remove them.
    const kept = { name, translations: translations ?? before.translations }
    if (!created) await updateCategory(tx, slug, kept, now)
    const refusal = await replaceSubCategories(tx, deps, before, subCategories)
    if (refusal) return refusal
    const category = await getCategory(tx, slug)
    await record(tx, {
      caller,
      at: now,
      action: created ? 'category.create' : 'category.update',
      target: `category:${slug}`,
      before: created ? null : before,
      after: category,
    })
    return { category, created }
  })
}

async function replaceSubCategories(
  tx: Tx,
  { cells, cell }: Runtime,
  { slug, subCategories: current }: CategoryRecord,
  input: Content['subCategories'],
): Promise<Refusal | null> {
  const currentIds = current.map(({ id }) => id)
  const inputIds = input.map(({ id }) => id?.toLowerCase())
  const issues = inputIds.flatMap((id, place) => issueOfId(currentIds, inputIds, id, place) ?? [])
  if (issues.length > 0) return invalid(...issues)
  const removed = currentIds.filter((id) => !inputIds.includes(id))
  const tagged = await askCells({ cells, cell, db: tx }, ({ db }) => areTagged(db, removed))
  if (tagged.includes(true)) return refuse('sub_category_in_use')
  await deleteSubCategories(tx, removed)
  const rows = input.map(({ name, translations }, place) => {
    const known = current.find(({ id }) => id === inputIds[place])
    const kept = translations ?? known?.translations ?? {}
    return { id: known?.id ?? orderedId(), name, translations: kept }
  })
  await upsertSubCategories(tx, slug, rows)
  return null
}

function issueOfId(
  currentIds: string[],
  inputIds: (string | undefined)[],
  id: string | undefined,
  place: number,
): Issue | null {
  if (id === undefined) return null
  const path = `/subCategories/${place}/id`
  if (!currentIds.includes(id)) return issueAt(path, 'issue.subCategory')
  return inputIds.indexOf(id) === place ? null : issueAt(path, 'issue.twice')
}
