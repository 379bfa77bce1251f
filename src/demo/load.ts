import { SYSTEM } from '../domain/actors/caller.ts'
import { listAuditEntries } from '../domain/audit/queries.ts'
import { record } from '../domain/audit/record.ts'
import { putCategory } from '../domain/catalog/categories.ts'
import { type CategoryRecord, listCategories } from '../domain/catalog/category-queries.ts'
import { putFeatured } from '../domain/catalog/featured.ts'
import { listFeatured, listMerchants, MERCHANT_LIST } from '../domain/catalog/merchant-queries.ts'
import type { Deps } from '../domain/deps.ts'
import { getApprovalSettings } from '../domain/guarded-changes/settings-queries.ts'
import { listPartners } from '../domain/partners/queries.ts'
import { listCellNames, listMerchantsIn } from '../platform/cells/cell-queries.ts'
import { type Reader, transaction } from '../platform/database/db.ts'
import { firstRows } from '../platform/input/sorted-list.ts'
import { SUB_CATEGORIES } from './categories.ts'
import { loadMerchant } from './load-merchant.ts'
import { FEATURED, MERCHANTS } from './merchants/all.ts'
import { loadPartner } from './partner.ts'
import { lockDemo } from './queries.ts'
import { requireSuccess } from './require-success.ts'
import { nameTranslations } from './translations/translations-of.ts'

const TARGET = 'demo'
const BEGUN = 'demo.begin'
const COMPLETE = 'demo.complete'

/**
 * Loads the demo data, only into an empty database, through the same operations as the API. Every step skips what
 * exists already, so the next start completes an interrupted load. Returns whether anything was loaded.
 */
export async function loadDemo(deps: Deps): Promise<boolean> {
  const result = await transaction(deps.db, async (tx) => {
    await lockDemo(tx)
    const progress = await progressOf(tx)
    if (progress.isComplete || !(progress.isBegun || (await isEmpty(tx)))) return { loaded: false }
    // Demo data has live vouchers and PINs, which nobody would approve.
    if ((await getApprovalSettings(tx)).isRequired) return { loaded: false }
    if (!progress.isBegun) await recordStep(deps, BEGUN)
    await loadAll(deps)
    // The load is recorded before the lock is released: a node that waits for the lock then finds the load complete.
    await record(tx, { caller: SYSTEM, at: deps.now(), action: COMPLETE, target: TARGET })
    return { loaded: true }
  })
  return requireSuccess('the load', result).loaded
}

async function loadAll(deps: Deps): Promise<void> {
  await loadPartner(deps)
  const subCategories = await loadSubCategories(deps)
  // The merchants load in parallel, because most of the time is spent waiting for the disk. All loads end before the lock
  // is released.
  const loads = await Promise.allSettled(
    MERCHANTS.map((merchant) => loadMerchant(deps, merchant, subCategories)),
  )
  const slugs = MERCHANTS.map(({ slug }) => slug)
  const ids = loads.map((load) => {
    if (load.status === 'rejected') throw load.reason
    return load.value
  })
  const merchantIds = FEATURED.map((slug) => ids[slugs.indexOf(slug)] as string)
  if ((await listFeatured(deps.db)).length > 0) return
  requireSuccess('featured', await putFeatured(deps, SYSTEM, { merchantIds }))
}

async function progressOf(sql: Reader): Promise<{ isBegun: boolean; isComplete: boolean }> {
  const entries = await listAuditEntries(sql, { limit: 2, before: null }, { target: TARGET })
  const actions = entries.map(({ action }) => action)
  return { isBegun: actions.includes(BEGUN), isComplete: actions.includes(COMPLETE) }
}

async function isEmpty(sql: Reader): Promise<boolean> {
  const partners = await listPartners(sql, SYSTEM, { limit: 1, before: null }, null)
  const merchants = await listMerchants(sql, SYSTEM, firstRows(MERCHANT_LIST, 1), {
    pattern: null,
    category: null,
    isActive: null,
    mode: 'live' as const,
  })
  const elsewhere = await listMerchantsIn(sql, await listCellNames(sql))
  return partners.length + merchants.length + elsewhere.size === 0
}

async function recordStep(deps: Deps, action: string): Promise<void> {
  await transaction(deps.db, (tx) => record(tx, { caller: SYSTEM, at: deps.now(), action, target: TARGET }))
}

async function loadSubCategories(deps: Deps): Promise<CategoryRecord['subCategories']> {
  const loaded: CategoryRecord['subCategories'] = []
  for (const category of await listCategories(deps.db)) {
    loaded.push(...(await loadSubCategoriesOf(deps, category)))
  }
  return loaded
}

async function loadSubCategoriesOf(
  deps: Deps,
  { slug, name, subCategories }: CategoryRecord,
): Promise<CategoryRecord['subCategories']> {
  const known = subCategories.map((subCategory) => subCategory.name)
  const missing = (SUB_CATEGORIES[slug] ?? []).filter((wanted) => !known.includes(wanted))
  if (missing.length === 0) return subCategories
  const added = missing.map((wanted) => ({
    name: wanted,
    translations: nameTranslations('subCategories', wanted),
  }))
  const translations = nameTranslations('categories', slug)
  const content = { name, translations, subCategories: [...subCategories, ...added] }
  return requireSuccess(slug, await putCategory(deps, SYSTEM, slug, content)).category.subCategories
}
