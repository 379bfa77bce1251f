import { useState } from 'preact/hooks'

/** A picture in a box of fixed proportions, so that nothing moves when it comes; without one, a plain tile. */
export function Picture({ path, class: name = '' }: { path: string | null; class?: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <div class={`picture ${name}`}>
      {path !== null && path !== broken && (
        <img src={path} alt="" loading="lazy" decoding="async" onError={() => setBroken(path)} />
      )}
    </div>
  )
}
