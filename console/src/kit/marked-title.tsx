import { type MarkupNode, parseMarkup } from '@counterfoil/contract/markup.ts'
import type { ReactNode } from 'react'

/** A title as consumers see it: a tree of elements, never HTML. It keeps its own direction. */
export function MarkedTitle({ title }: { title: string }) {
  return <bdi>{parseMarkup(title).map(draw)}</bdi>
}

function draw(node: MarkupNode, index: number): ReactNode {
  if (typeof node === 'string') return node
  const children = node.children.map(draw)
  // Each title has a new tree, so an element has no identity but its place.
  if (node.tag === 'b') return <strong key={index}>{children}</strong>
  if (node.tag === 's') return <s key={index}>{children}</s>
  return (
    <span key={index} className="red">
      {children}
    </span>
  )
}
