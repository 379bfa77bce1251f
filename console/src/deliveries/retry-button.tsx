import { retryDelivery } from '@counterfoil/contract/admin/deliveries.ts'
import { Button } from '@mantine/core'
import { call } from '../api/call.ts'
import { useAction } from '../kit/use-action.ts'
import { useCan } from '../session/use-session.ts'
import { DELIVERY_WORDS as words } from '../words/deliveries.ts'

export function RetryButton({ id, size = 'xs' }: { id: string; size?: 'xs' | 'sm' }) {
  const can = useCan()
  const retry = useAction(() => call(retryDelivery, { params: { id } }), { done: () => words.retried })
  if (!can(retryDelivery)) return null
  return (
    <Button size={size} variant="default" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
      {words.retry}
    </Button>
  )
}
