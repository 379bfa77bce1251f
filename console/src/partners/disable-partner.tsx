import { diffScope } from '@counterfoil/contract/admin/partner-checks.ts'
import { updatePartner } from '@counterfoil/contract/admin/partners.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import type { Partner } from '../api/records.ts'
import { Confirm } from '../kit/confirm.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useAction } from '../kit/use-action.ts'
import { PARTNER_WORDS as words } from '../words/partners.ts'

/** Disabling asks first, and names what it takes away. Enabling is done at once. */
export function DisablePartner({ partner }: { partner: Partner }) {
  const { id, name, disabled } = partner
  const [isOpen, setOpen] = useState(false)
  const set = (value: boolean) => call(updatePartner, { params: { id }, body: { disabled: value } })
  const enable = useAction(() => set(false), { done: () => words.isEnabled(name) })
  return (
    <>
      <Button
        size="sm"
        variant="default"
        loading={enable.isPending}
        onClick={() => (disabled ? enable.mutate(undefined) : setOpen(true))}
      >
        {disabled ? words.enable : words.disable}
      </Button>
      {isOpen && (
        <Confirm
          title={words.disableTitle(name)}
          consequence={<Consequence id={id} />}
          action={words.disable}
          isDangerous
          confirm={() => set(true)}
          done={() => words.isDisabled(name)}
          close={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** What users lose is the difference to an empty scope. */
function Consequence({ id }: { id: string }) {
  const lost = useQuery({
    queryKey: [diffScope.id, id, 'nothing'],
    queryFn: () => call(diffScope, { params: { id }, body: { scope: { merchantIds: [], categories: [] } } }),
  })
  return (
    <Loaded of={lost}>
      {({ users, disappear }) =>
        words.disableConsequence(words.users(users), words.merchants(disappear.count))
      }
    </Loaded>
  )
}
