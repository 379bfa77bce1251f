export type MarkupTag = 'b' | 'r' | 's'
export interface MarkupElement {
  tag: MarkupTag
  children: MarkupNode[]
}
export type MarkupNode = string | MarkupElement

// Captured, so that split() keeps the tags. No `u` flag: with it, `i` would take `ſ` (U+017F) for an s.
const TAG = /(\{\/?[brs]\})/gi

/** One pass: `{{b}b}` becomes `{b}`, because what a removal leaves behind was not written as a tag. */
export function plainText(title: string): string {
  return title.replaceAll(TAG, '')
}

/**
 * Titles are what merchants typed, so every string has a tree: an unclosed tag runs to the end, a stray
 * closing tag is dropped, a mis-nested one closes through its neighbours, which reopen behind it. Elements
 * are never empty, and their text joined is plainText(title).
 */
export function parseMarkup(title: string): MarkupNode[] {
  const root: MarkupNode[] = []
  const path: MarkupElement[] = []
  // Counted, not stacked: `{b}{b}x{/b}y{/b}` keeps y bold, yet the tree is never deeper than there are tags.
  const open = new Map<MarkupTag, number>()

  for (const [index, part] of title.split(TAG).entries()) {
    const isTag = index % 2 === 1
    if (isTag) applyTag(open, part)
    else if (part !== '') appendText(root, path, [...open.keys()], part)
  }
  return root
}

function applyTag(open: Map<MarkupTag, number>, text: string): void {
  const tag = text[text.length - 2]?.toLowerCase() as MarkupTag
  const depth = open.get(tag) ?? 0
  if (!text.startsWith('{/')) open.set(tag, depth + 1)
  else if (depth > 1) open.set(tag, depth - 1)
  else open.delete(tag)
}

/** `path` holds the elements around the text before this one; those that still apply are reused. */
function appendText(root: MarkupNode[], path: MarkupElement[], tags: MarkupTag[], text: string): void {
  let shared = 0
  while (shared < path.length && path[shared]?.tag === tags[shared]) shared += 1
  path.length = shared

  let siblings = path[path.length - 1]?.children ?? root
  for (const tag of tags.slice(shared)) {
    const element: MarkupElement = { tag, children: [] }
    siblings.push(element)
    path.push(element)
    siblings = element.children
  }

  const previous = siblings[siblings.length - 1]
  if (typeof previous === 'string') siblings[siblings.length - 1] = previous + text
  else siblings.push(text)
}
