import type { MarkupTag } from '@counterfoil/contract/markup.ts'

export type Selected = { text: string; start: number; end: number }

/**
 * Puts the selected part of a title between tags, or removes the tags that stand right around it. The same part stays
 * selected. Without a selection, the cursor ends up between the new tags.
 */
export function toggleMark({ text, start, end }: Selected, tag: MarkupTag): Selected {
  const [open, close] = [`{${tag}}`, `{/${tag}}`]
  const [before, inside, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)]
  if (before.toLowerCase().endsWith(open) && after.toLowerCase().startsWith(close)) {
    const kept = before.slice(0, -open.length)
    return {
      text: kept + inside + after.slice(close.length),
      start: kept.length,
      end: kept.length + inside.length,
    }
  }
  const from = start + open.length
  return { text: before + open + inside + close + after, start: from, end: from + inside.length }
}
