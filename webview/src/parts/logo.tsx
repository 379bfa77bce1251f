import { useState } from 'preact/hooks'

/** A logo; where there is none, or it does not load, the initial of the name. Decorative: the name stands beside it. */
export function Logo({ path, name }: { path: string | null; name: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  return path === null || path === broken ? (
    <span class="logo" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  ) : (
    <img class="logo" src={path} alt="" loading="lazy" onError={() => setBroken(path)} />
  )
}
