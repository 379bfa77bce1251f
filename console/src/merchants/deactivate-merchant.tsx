import { checkDeactivation } from '@counterfoil/contract/admin/deactivation-check.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Confirm } from '../kit/confirm.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { MERCHANT_WORDS as words } from '../words/merchants.ts'

/** Asks before a merchant disappears from every user's screen, with what they lose in numbers. */
export function DeactivateMerchant({
  merchant: { id, name },
  confirm,
  close,
}: {
  merchant: { id: string; name: string }
  confirm: () => Promise<unknown>
  close: () => void
}) {
  const lost = useApiQuery(checkDeactivation, { params: { id } })
  return (
    <Confirm
      title={words.deactivateTitle(name)}
      action={words.deactivate}
      isDangerous
      isBlocked={lost.isPending}
      confirm={confirm}
      close={close}
      consequence={
        <Loaded of={lost}>
          {({ liveVouchers, claims }) => words.deactivateConsequence(liveVouchers, claims)}
        </Loaded>
      }
    />
  )
}
