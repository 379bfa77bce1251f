import { plainText } from '@counterfoil/contract/markup.ts'
import type { Category, Merchant } from '../api/routes.ts'

/** Every word must occur in the name, category, description or top offer. Ignores case and accents. */
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
  ]
  const text = folded(parts.join(' '))
  return folded(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
