import { type MarkupNode, parseMarkup } from '@counterfoil/contract/markup.ts'

/** `RM 50` stays on one line. */
const CURRENCY_SPACE = /(\b[A-Z]{2,3}|[$€£¥]) (?=\d)/g

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
        if (typeof node === 'string') return node.replace(CURRENCY_SPACE, '$1\u00a0')
        const children = <Nodes nodes={node.children} />
        if (node.tag === 'b') return <strong>{children}</strong>
        if (node.tag === 's') return <s>{children}</s>
        return <span class="red">{children}</span>
      })}
    </>
  )
}
