import { type MarkupNode, parseMarkup } from '@counterfoil/contract/markup.ts'
import type { Voucher } from '../api/routes.ts'

/** A currency before or after an amount: `RM 18`, `S$14.90`, `20 €`. */
const PRICE = /^(\D*?\s?)(\d+(?:\.\d{1,2})?)(\s?\D*)$/

/**
 * What the user saves, if the title says so: a struck-through price beside a lower one of the same currency, or the
 * struck-through price of a free item. Null otherwise, since a guess would be worse than no number.
 */
export function savingOf({ title, valueType }: Pick<Voucher, 'title' | 'valueType'>): string | null {
  const texts = flatten(parseMarkup(title), false)
  const before = texts.filter(({ isStruck }) => isStruck).map(({ text }) => priceIn(text))
  const [struck] = before
  if (before.length !== 1 || !struck) return null
  const others = texts
    .filter(({ isStruck }) => !isStruck)
    .map(({ text }) => priceIn(text))
    .filter((price) => price !== null)
  const [now] = others
  if (!now) return valueType === 'FREE_ITEM' ? struck.text : null
  const isComparable = others.length === 1 && now.before === struck.before && now.after === struck.after
  if (!isComparable || now.amount >= struck.amount) return null
  const digits = Math.max(now.digits, struck.digits)
  return `${struck.before}${(struck.amount - now.amount).toFixed(digits)}${struck.after}`
}

function flatten(nodes: MarkupNode[], isStruck: boolean): { text: string; isStruck: boolean }[] {
  return nodes.flatMap((node) =>
    typeof node === 'string'
      ? [{ text: node, isStruck }]
      : flatten(node.children, isStruck || node.tag === 's'),
  )
}

function priceIn(text: string) {
  const [, before = '', amount, after = ''] = text.trim().match(PRICE) ?? []
  if (amount === undefined || (before + after).trim().length > 4 || !(before + after).trim()) return null
  return {
    text: text.trim(),
    before,
    amount: Number(amount),
    after,
    digits: amount.split('.')[1]?.length ?? 0,
  }
}
