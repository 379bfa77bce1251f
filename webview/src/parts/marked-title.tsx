import { type MarkupNode, parseMarkup } from '@counterfoil/contract/markup.ts'

/** A title as the merchant marked it up: a tree of elements, never HTML, and in its own direction of reading. */
export function MarkedTitle({ title }: { title: string }) {
  return (
    <bdi>
      <Nodes nodes={parseMarkup(title)} />
    </bdi>
  )
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
