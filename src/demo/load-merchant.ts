import { isHours, type OpeningHours, readHours } from '@counterfoil/contract/hours-text.ts'
import { SYSTEM } from '../domain/actors/caller.ts'
import { listMerchants, MERCHANT_LIST, type MerchantRecord } from '../domain/catalog/merchant-queries.ts'
import { createMerchant, updateMerchant } from '../domain/catalog/merchants.ts'
import { listOutlets, OUTLET_LIST, type OutletRecord } from '../domain/catalog/outlet-queries.ts'
import { createOutlet } from '../domain/catalog/outlets.ts'
import type { Deps } from '../domain/deps.ts'
import { addCodes } from '../domain/vouchers/import-codes.ts'
import { publishVoucher, unpublishVoucher } from '../domain/vouchers/publication.ts'
import { listVouchers, type VoucherRecord } from '../domain/vouchers/queries.ts'
import { createVoucher } from '../domain/vouchers/vouchers.ts'
import { containing } from '../platform/input/paging.ts'
import { firstRows } from '../platform/input/sorted-list.ts'
import { periodOf } from './calendar.ts'
import type { DemoMerchant, DemoVoucher } from './demo-merchant.ts'
import { storePicture } from './pictures.ts'
import { requireSuccess } from './require-success.ts'
import { translationsOf, voucherTranslations } from './translations/translations-of.ts'

/** The demo has fewer outlets and vouchers per merchant than this. */
const MAX_RECORDS = 200

/** Returns the merchant's id. Records that exist already (by slug, name or title) stay unchanged. */
export async function loadMerchant(
  deps: Deps,
  demo: DemoMerchant,
  subCategories: { id: string; name: string }[],
): Promise<string> {
  const merchant = (await findBySlug(deps, demo.slug)) ?? (await createFromDemo(deps, demo, subCategories))
  const outlets = await loadOutlets(deps, merchant.id, demo)
  const present = await listVouchers(deps.db, SYSTEM, merchant.id, { limit: MAX_RECORDS, before: null }, null)
  let topVoucherId = merchant.topVoucherId
  // Vouchers are created one after the other, because lists show the newest voucher first.
  for (const [place, voucher] of demo.vouchers.entries()) {
    const drafted =
      present.find(({ title }) => title === voucher.title) ??
      (await createDraft(
        deps,
        merchant,
        { ...voucher, translations: voucherTranslations(demo.slug, place) },
        outlets,
      ))
    await applyStatus(deps, drafted, voucher)
    if (voucher.isTop) topVoucherId ??= drafted.id
  }
  if (topVoucherId !== merchant.topVoucherId) {
    requireSuccess(demo.slug, await updateMerchant(deps, SYSTEM, merchant.id, { topVoucherId }, null))
  }
  return merchant.id
}

async function findBySlug(deps: Deps, slug: string): Promise<MerchantRecord | null> {
  const filter = { pattern: containing(slug), category: null, isActive: null, mode: 'live' as const }
  const found = await listMerchants(deps.db, SYSTEM, firstRows(MERCHANT_LIST, MAX_RECORDS), filter)
  return found.find((merchant) => merchant.slug === slug) ?? null
}

async function createFromDemo(
  deps: Deps,
  { name, slug, category, description, timezone, isNew = false, ...demo }: DemoMerchant,
  subCategories: { id: string; name: string }[],
): Promise<MerchantRecord> {
  const [logoPath, bannerPath] = await Promise.all([
    storePicture(deps, `${slug}-logo`),
    storePicture(deps, `${slug}-banner`),
  ])
  const subCategoryIds = demo.subCategories.map((wanted) => idOf(subCategories, wanted))
  const fields = { name, slug, category, description, timezone, isNew, logoPath, bannerPath, subCategoryIds }
  const translations = translationsOf(({ merchants }) => {
    const texts = merchants[slug]
    return texts && { description: texts.description }
  })
  return requireSuccess(slug, await createMerchant(deps, SYSTEM, { ...fields, translations }))
}

async function loadOutlets(deps: Deps, merchantId: string, demo: DemoMerchant): Promise<OutletRecord[]> {
  const outlets = await listOutlets(deps.db, SYSTEM, firstRows(OUTLET_LIST, MAX_RECORDS), {
    merchantId,
    pattern: null,
  })
  const openingHours = demo.hours === undefined ? null : readDemoHours(demo.hours)
  for (const { hasPin = true, ...fields } of demo.outlets) {
    if (outlets.some(({ name }) => name === fields.name)) continue
    const translations = translationsOf((texts) => texts.outlets[fields.name])
    const outlet = { openingHours, ...fields, translations, pin: hasPin ? demo.pin : null }
    outlets.push(requireSuccess(fields.name, await createOutlet(deps, SYSTEM, merchantId, outlet)))
  }
  return outlets
}

function readDemoHours(text: string): OpeningHours {
  const hours = readHours(text)
  if (!isHours(hours)) throw new Error(`${text}: ${hours.sentence}`)
  return hours
}

async function createDraft(
  deps: Deps,
  { id, timezone }: MerchantRecord,
  {
    picture,
    valid = {},
    applicable = {},
    at,
    codes: _pool,
    status: _later,
    isTop: _chosen,
    ...fields
  }: DemoVoucher,
  outlets: OutletRecord[],
): Promise<VoucherRecord> {
  const validity = periodOf(valid, timezone, deps.now())
  const applicability = periodOf(applicable, timezone, deps.now())
  const voucher = {
    ...fields,
    imagePath: picture && (await storePicture(deps, picture)),
    validFrom: validity.from,
    validUntil: validity.until,
    applicableFrom: applicability.from,
    applicableUntil: applicability.until,
    outletIds: at?.map((name) => idOf(outlets, name)) ?? null,
  }
  return requireSuccess(fields.title, await createVoucher(deps, SYSTEM, id, voucher))
}

/** Fills the code pool, publishes and unpublishes, depending on the status that the voucher should have. */
async function applyStatus(
  deps: Deps,
  { id, status }: VoucherRecord,
  { title, codes, status: wanted = 'PUBLISHED' }: DemoVoucher,
): Promise<void> {
  if (status === wanted || status === 'UNPUBLISHED' || wanted === 'DRAFT') return
  if (codes) requireSuccess(title, await addCodes(deps, SYSTEM, id, poolOf(codes)))
  requireSuccess(title, await publishVoucher(deps, SYSTEM, id))
  if (wanted === 'UNPUBLISHED') requireSuccess(title, await unpublishVoucher(deps, SYSTEM, id))
}

function poolOf({ prefix, count }: { prefix: string; count: number }): string[] {
  return Array.from({ length: count }, (_, place) => `${prefix}${String(place + 1).padStart(4, '0')}`)
}

function idOf(known: { id: string; name: string }[], wanted: string): string {
  const found = known.find(({ name }) => name === wanted)
  if (!found) throw new Error(`demo data: nothing is named ${wanted}`)
  return found.id
}
