import { useEffect, useState } from 'preact/hooks'
import { onReconnect } from '../api/reconnect.ts'

/** Whether a picture has failed to load. It is loaded again when the connection returns. */
export function useBrokenPicture(path: string | null): { isBroken: boolean; markBroken: () => void } {
  const [broken, setBroken] = useState<string | null>(null)
  useEffect(() => (broken === null ? undefined : onReconnect(() => setBroken(null))), [broken])
  return { isBroken: path !== null && path === broken, markBroken: () => setBroken(path) }
}
