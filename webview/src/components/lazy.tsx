import type { ComponentType, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'

export type Lazy<Props> = ComponentType<Props> & { fetch(): Promise<void> }

/** A component whose code loads when it is first shown, or earlier with `fetch`. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: () => VNode | null = () => null,
): Lazy<Props> {
  let Loaded: ComponentType<Props> | undefined
  const fetch = async () => {
    Loaded ??= await load()
  }
  function LazyComponent(props: Props) {
    const [, redraw] = useState(0)
    const [error, setError] = useState<unknown>(null)
    const Shown = Loaded
    useEffect(() => {
      // The code may have arrived since the render.
      if (!Shown) fetch().then(() => redraw((count) => count + 1), setError)
    }, [])
    if (error !== null) throw error
    return Shown ? <Shown {...props} /> : placeholder()
  }
  return Object.assign(LazyComponent, { fetch })
}
