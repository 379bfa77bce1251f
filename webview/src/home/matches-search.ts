import { plainText } from '@counterfoil/contract/markup.ts'
import type { Category, Merchant, Voucher } from '../api/routes.ts'
import { offersOf } from './offers.ts'

/** Every word must occur in the name, category, description or an offer. Ignores case and accents. */
export function matchesSearch(merchant: Merchant, search: string, categories: Category[] = []): boolean {
  const { name, description, topVoucher, category, subCategoryIds } = merchant
  const kind = categories.find(({ slug }) => slug === category)
  const kinds = kind?.subCategories.filter(({ id }) => subCategoryIds.includes(id)) ?? []
  const parts = [
    name,
    kind?.name,
    ...kinds.map((sub) => sub.name),
    description,
    plainText(topVoucher?.title ?? ''),
    ...(offersOf(merchant.id) ?? []).map(({ title }) => plainText(title)),
  ]
  return includesWords(parts.join(' '), search)
}

/** The voucher that the words are about, unless they are about the top one, which the card shows anyway. */
export function matchingOffer({ id, topVoucher }: Merchant, search: string): Voucher | null {
  const isMatch = (title: string) => includesWords(plainText(title), search)
  if (topVoucher && isMatch(topVoucher.title)) return null
  return offersOf(id)?.find(({ title }) => isMatch(title)) ?? null
}

function includesWords(text: string, search: string): boolean {
  const whole = folded(text)
  return folded(search)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
