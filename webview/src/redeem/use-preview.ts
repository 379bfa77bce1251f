import { useCallback, useEffect, useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { codeOf } from '../api/failure.ts'
import type { AskedOf, Preview } from '../api/routes.ts'

type Asked = AskedOf<'previewRedemption'>['body']
type Looked = { preview: Preview | null; error: unknown; isLooking: boolean }

/** What a redemption would meet now; null asks nothing. Never from memory: a minute ago it may have been otherwise. */
export function usePreview(asked: Asked | null) {
  const [looked, setLooked] = useState<Looked>({ preview: null, error: null, isLooking: true })
  const question = asked && JSON.stringify(asked)

  const look = useCallback(async (): Promise<void> => {
    if (question === null) return
    setLooked((before) => ({ ...before, isLooking: true }))
    try {
      const { body } = await call('previewRedemption', { body: JSON.parse(question) })
      setLooked({ preview: body, error: null, isLooking: false })
    } catch (error) {
      setLooked({ preview: null, error, isLooking: false })
    }
  }, [question])

  useEffect(() => {
    look()
  }, [look])
  const isUnreachable = looked.error !== null && codeOf(looked.error) === 'unreachable'
  useEffect(() => {
    if (!isUnreachable) return
    addEventListener('online', look)
    return () => removeEventListener('online', look)
  }, [isUnreachable, look])
  return { ...looked, lookAgain: look }
}
