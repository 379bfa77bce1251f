import type { ComponentType, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Failure } from '../api/failure.ts'
import { reconnectCount, useRetryOnReconnect } from '../api/reconnect.ts'
import { FailureMessage } from './failure-message.tsx'

export type Lazy<Props> = ComponentType<Props> & { fetch(): Promise<void> }

/**
 * A component whose code loads when it is first shown, or earlier with `fetch`. Without a connection it says so, and loads
 * when the connection returns.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: () => VNode | null = () => null,
  Failed: typeof FailureMessage = FailureMessage,
): Lazy<Props> {
  let Loaded: ComponentType<Props> | undefined
  const fetch = async () => {
    Loaded ??= await load()
  }
  function LazyComponent(props: Props) {
    const [, redraw] = useState(0)
    const [failed, setFailed] = useState<{ cause: Failure; reconnectsBefore: number } | null>(null)
    const Shown = Loaded
    const fetchNow = () => {
      const reconnectsBefore = reconnectCount()
      setFailed(null)
      fetch().then(
        () => redraw((count) => count + 1),
        () => setFailed({ cause: new Failure('unreachable'), reconnectsBefore }),
      )
    }
    useEffect(() => {
      // The code may have arrived since the render.
      if (!Shown) fetchNow()
    }, [])
    useRetryOnReconnect(failed, fetchNow)
    if (Shown) return <Shown {...props} />
    return failed ? <Failed error={failed.cause} retry={fetchNow} /> : placeholder()
  }
  return Object.assign(LazyComponent, { fetch })
}
