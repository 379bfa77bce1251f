import { useEffect, useState } from 'preact/hooks'
import { words } from '../language/words.ts'

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const look = () => setOnline(navigator.onLine)
    addEventListener('online', look)
    addEventListener('offline', look)
    // It may have changed since the drawing.
    look()
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  return isOnline
}

export function OfflineBanner() {
  const isOnline = useOnline()
  return <div role="status">{!isOnline && <p class="offline">{words.offline}</p>}</div>
}
