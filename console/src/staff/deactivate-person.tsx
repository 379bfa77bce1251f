import { listKeys } from '@counterfoil/contract/admin/keys.ts'
import { updateStaffMember } from '@counterfoil/contract/admin/staff.ts'
import { Checkbox, List, Stack, Text } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Confirm } from '../kit/confirm.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useAction } from '../kit/use-action.ts'
import { STAFF_WORDS as words } from '../words/staff.ts'
import type { Person } from './person.ts'

type Keys = ResponseBody<typeof listKeys>['items']

/** Their API keys are revoked with them, unless the admin chooses to keep them. */
export function DeactivatePerson({ person, close }: { person: Person; close: () => void }) {
  const keys = useApiQuery(listKeys, { query: { ownerId: person.id, limit: 200 } })
  const [keepsKeys, setKeepsKeys] = useState(false)
  const hasKeys = (keys.data?.items.length ?? 0) > 0
  const setActive = useSetActive(person, { canUndo: !person.isInvited && (keepsKeys || !hasKeys) })
  const question = person.isInvited
    ? { title: words.revokeInviteTitle, text: words.revokeInviteConsequence, action: words.revokeInvite }
    : { title: words.deactivateTitle, text: words.deactivateConsequence, action: words.deactivate }
  return (
    <Confirm
      title={question.title(person.name)}
      consequence={
        <Stack gap="sm">
          {question.text}
          <Loaded of={keys}>
            {({ items }) => items.length > 0 && <OwnedKeys {...{ person, items, keepsKeys, setKeepsKeys }} />}
          </Loaded>
        </Stack>
      }
      action={question.action}
      isDangerous
      isBlocked={!keys.data}
      confirm={() => setActive.mutateAsync({ isActive: false, ...(keepsKeys && { keepKeys: true }) })}
      close={close}
    />
  )
}

function OwnedKeys({
  person,
  items,
  keepsKeys,
  setKeepsKeys,
}: {
  person: Person
  items: Keys
  keepsKeys: boolean
  setKeepsKeys: (keeps: boolean) => void
}) {
  return (
    <>
      <div>
        <Text size="sm">{words.keysOf(person.name)}</Text>
        <List size="sm">
          {items.map(({ id, name }) => (
            <List.Item key={id}>{name}</List.Item>
          ))}
        </List>
      </div>
      {!keepsKeys && <Text size="sm">{words.keysConsequence(items.length)}</Text>}
      <Checkbox
        label={words.keepKeys}
        checked={keepsKeys}
        onChange={(event) => setKeepsKeys(event.currentTarget.checked)}
      />
    </>
  )
}

type Change = { isActive: boolean; keepKeys?: true }

/** Revoked keys and links do not come back: without `canUndo`, there is no Undo. */
export function useSetActive(
  person: Person,
  { canUndo = true }: { canUndo?: boolean } = {},
): UseMutationResult<unknown, Error, Change> {
  const change = (body: Change) => call(updateStaffMember, { params: { id: person.id }, body })
  const action: UseMutationResult<unknown, Error, Change> = useAction(change, {
    done: (_, { isActive }) => {
      const ended = person.isInvited ? words.inviteRevoked : words.deactivated
      const text = (isActive ? words.activated : ended)(person.name)
      const back: Change = isActive ? { isActive: false, keepKeys: true } : { isActive: true }
      return canUndo ? { text, undo: () => action.mutateAsync(back) } : text
    },
    showsErrors: true,
  })
  return action
}
