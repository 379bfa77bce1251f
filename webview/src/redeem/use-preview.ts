import { useCallback, useEffect, useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { reconnectCount, useRetryOnReconnect } from '../api/reconnect.ts'
import type { InputOf, Preview } from '../api/routes.ts'
import { rememberSupply } from '../voucher/supply.ts'

type PreviewInput = InputOf<'previewRedemption'>['body']
type PreviewState = {
  preview: Preview | null
  failed: { cause: unknown; reconnectsBefore: number } | null
  isChecking: boolean
}

/** Previews a redemption. Null sends nothing. The result is never cached, since it may have changed a minute later. */
export function usePreview(input: PreviewInput | null) {
  const [state, setState] = useState<PreviewState>({ preview: null, failed: null, isChecking: true })
  const inputJson = input && JSON.stringify(input)

  const check = useCallback(async (): Promise<void> => {
    if (inputJson === null) return
    const reconnectsBefore = reconnectCount()
    setState((before) => ({ ...before, isChecking: true }))
    const body: PreviewInput = JSON.parse(inputJson)
    try {
      const { body: preview } = await call('previewRedemption', { body })
      rememberSupply(body.voucherId, preview)
      setState({ preview, failed: null, isChecking: false })
    } catch (cause) {
      setState({ preview: null, failed: { cause, reconnectsBefore }, isChecking: false })
    }
  }, [inputJson])

  useEffect(() => {
    check()
  }, [check])
  const { preview, failed, isChecking } = state
  useRetryOnReconnect(failed, check)
  return { preview, error: failed?.cause ?? null, isChecking, checkAgain: check }
}
