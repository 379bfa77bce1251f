import { type MarkupNode, parseMarkup } from '@counterfoil/contract/markup.ts'

/** A title with the merchant's markup, built from elements, never HTML, and isolated in its own text direction. */
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
