import { useCallback, useEffect, useState } from 'preact/hooks'
import { keep } from '../api/cache.ts'
import { call } from '../api/call.ts'
import { countComebacks, useComeback } from '../api/comeback.ts'
import type { AskedOf, Preview } from '../api/routes.ts'
import { runOutIn, supplyKey } from '../voucher/supply.ts'

type Asked = AskedOf<'previewRedemption'>['body']
type Looked = {
  preview: Preview | null
  failed: { cause: unknown; comebacksBefore: number } | null
  isLooking: boolean
}

/** What a redemption would meet now; null asks nothing. Never from memory: a minute ago it may have been otherwise. */
export function usePreview(asked: Asked | null) {
  const [looked, setLooked] = useState<Looked>({ preview: null, failed: null, isLooking: true })
  const question = asked && JSON.stringify(asked)

  const look = useCallback(async (): Promise<void> => {
    if (question === null) return
    const comebacksBefore = countComebacks()
    setLooked((before) => ({ ...before, isLooking: true }))
    const body: Asked = JSON.parse(question)
    try {
      const { body: preview } = await call('previewRedemption', { body })
      keep(supplyKey(body.voucherId), runOutIn(preview))
      setLooked({ preview, failed: null, isLooking: false })
    } catch (cause) {
      setLooked({ preview: null, failed: { cause, comebacksBefore }, isLooking: false })
    }
  }, [question])

  useEffect(() => {
    look()
  }, [look])
  const { preview, failed, isLooking } = looked
  useComeback(failed, look)
  return { preview, error: failed?.cause ?? null, isLooking, lookAgain: look }
}
