import { type MarkupNode, parseMarkup } from '@counterfoil/contract/markup.ts'

/** A title as the merchant marked it up: a tree of elements, never HTML. */
export function MarkedTitle({ title }: { title: string }) {
  return <Nodes nodes={parseMarkup(title)} />
}

function Nodes({ nodes }: { nodes: MarkupNode[] }) {
  return (
    <>
      {nodes.map((node) => {
        if (typeof node === 'string') return node
        const children = <Nodes nodes={node.children} />
        if (node.tag === 'b') return <strong>{children}</strong>
        if (node.tag === 's') return <s>{children}</s>
        return <span class="red">{children}</span>
      })}
    </>
  )
}
