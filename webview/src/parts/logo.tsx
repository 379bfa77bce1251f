import { useState } from 'preact/hooks'
import { useNear } from './use-near.ts'

/** A logo; where there is none, or it does not load, the initial of the name. Decorative: the name stands beside it. */
export function Logo({ path, name }: { path: string | null; name: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  const { element, isNear } = useNear<HTMLSpanElement>()
  const isShown = path !== null && path !== broken
  return isShown && isNear ? (
    <img class="logo" src={path} alt="" decoding="async" onError={() => setBroken(path)} />
  ) : (
    <span ref={element} class="logo" aria-hidden="true">
      {!isShown && [...name][0]?.toUpperCase()}
    </span>
  )
}
