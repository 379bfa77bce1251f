export type MarkupTag = 'b' | 'r' | 's'
export interface MarkupElement {
  tag: MarkupTag
  children: MarkupNode[]
}
export type MarkupNode = string | MarkupElement

// The group makes split() keep the tags. No `u` flag: with it, `i` would match `ſ` (U+017F) as an s.
const TAG = /(\{\/?[brs]\})/gi

/** One pass only: `{{b}b}` becomes `{b}`, because the author did not write that as a tag. */
export function plainText(title: string): string {
  return title.replaceAll(TAG, '')
}

/**
 * Accepts any string, because merchants type titles by hand. An unclosed tag runs to the end, a stray closing
 * tag is dropped, and a mis-nested closing tag also closes the tags inside it, which then reopen. Elements are
 * never empty, and their joined text is plainText(title).
 */
export function parseMarkup(title: string): MarkupNode[] {
  const root: MarkupNode[] = []
  const path: MarkupElement[] = []
  // A count per tag instead of a stack: `{b}{b}x{/b}y{/b}` keeps y bold, and the tree is at most three deep.
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

/** `path` holds the elements around the previous text. Those that still apply are reused. */
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
