import { useEffect, useState } from 'preact/hooks'
import { words } from '../language/words.ts'

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const update = () => setOnline(navigator.onLine)
    addEventListener('online', update)
    addEventListener('offline', update)
    // It may have changed since the render.
    update()
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])
  return isOnline
}

export function OfflineBanner() {
  const isOnline = useOnline()
  return <div role="status">{!isOnline && <p class="offline">{words.offline}</p>}</div>
}
