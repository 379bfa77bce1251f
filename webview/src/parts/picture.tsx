import { useState } from 'preact/hooks'
import { useNear } from './use-near.ts'

type Props = {
  path: string | null
  class?: string
  /** Seen before all others, and waits for none. */
  isFirst?: boolean
}

/** A picture in a box of fixed proportions, so that nothing moves when it comes; without one, a plain tile. */
export function Picture({ path, class: name = '', isFirst = false }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const { element, isNear } = useNear<HTMLDivElement>()
  return (
    <div ref={element} class={`picture ${name}`}>
      {path !== null && path !== broken && (isFirst || isNear) && (
        <img src={path} alt="" decoding="async" onError={() => setBroken(path)} />
      )}
    </div>
  )
}
