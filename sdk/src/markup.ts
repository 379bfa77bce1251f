type Tag = 'b' | 'r' | 's'

// The group makes split() keep the tags. No `u` flag: with it, `i` would match `ſ` (U+017F) as an s.
const TAG = /(\{\/?[brs]\})/gi
const HTML: Record<Tag, [open: string, close: string]> = {
  b: ['<strong>', '</strong>'],
  r: ['<span style="color:#c00">', '</span>'],
  s: ['<s>', '</s>'],
}
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A title without its markup. One pass only: `{{b}b}` becomes `{b}`. */
export function plainTitle(title: string): string {
  return title.replaceAll(TAG, '')
}

/** A title as HTML that is safe to insert: everything but the markup is escaped. */
export function titleToHtml(title: string): string {
  // A count per tag: `{b}{b}x{/b}y{/b}` keeps y bold.
  const open = new Map<Tag, number>()
  return title
    .split(TAG)
    .map((part, index) => {
      if (index % 2 === 1) return applyTag(open, part)
      const tags = [...open.keys()]
      return part === '' ? '' : tags.reduceRight((inner, tag) => HTML[tag].join(inner), escapeHtml(part))
    })
    .join('')
}

function applyTag(open: Map<Tag, number>, text: string): string {
  const tag = text[text.length - 2]?.toLowerCase() as Tag
  const depth = open.get(tag) ?? 0
  if (!text.startsWith('{/')) open.set(tag, depth + 1)
  else if (depth > 1) open.set(tag, depth - 1)
  else open.delete(tag)
  return ''
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
