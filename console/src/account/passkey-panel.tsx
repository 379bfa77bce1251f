import { beginPasskey, removePasskey } from '@counterfoil/contract/session/passkeys.ts'
import { Button, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Confirm } from '../kit/confirm.tsx'
import { Panel } from '../kit/panel.tsx'
import { ReasonButton } from '../kit/reason-button.tsx'
import { useAction } from '../kit/use-action.ts'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Moment } from '../time/moment.tsx'
import { PASSKEY_WORDS as words } from '../words/passkeys.ts'
import { AddPasskey, RenamePasskey } from './name-passkey.tsx'
import { isLastFactor, type OwnFactors } from './own-factors.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type Passkey = OwnFactors['passkeys'][number]
type Open =
  | { kind: 'add' }
  | { kind: 'codes'; codes: string[] }
  | { kind: 'rename' | 'remove'; passkey: Passkey }

export function PasskeyPanel({
  factors,
  isAvailable,
  added,
}: {
  factors: OwnFactors
  isAvailable: boolean
  added?: () => void
}) {
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const finish = () => {
    close()
    added?.()
  }
  // A proof of identity may be needed. Asking for it first keeps it apart from the dialog of the browser.
  const prepare = useAction(() => call(beginPasskey, {}), { after: () => setOpen({ kind: 'add' }) })
  return (
    <Panel
      title={words.title}
      actions={
        <ReasonButton
          size="xs"
          variant="default"
          reason={isAvailable ? null : words.unavailable}
          loading={prepare.isPending}
          onClick={() => prepare.mutate(undefined)}
        >
          {words.add}
        </ReasonButton>
      }
    >
      <Text size="sm" c="dimmed">
        {isAvailable ? words.intro : words.unavailable}
      </Text>
      <DataTable
        label={words.title}
        items={factors.passkeys}
        columns={[...COLUMNS, actionsColumn(setOpen)]}
        keyOf={({ id }) => id}
        empty={<Text size="sm">{words.none}</Text>}
      />
      {open?.kind === 'add' && (
        <AddPasskey
          close={close}
          added={(codes) => (codes === null ? finish() : setOpen({ kind: 'codes', codes }))}
        />
      )}
      {open?.kind === 'codes' && <RecoveryCodes codes={open.codes} close={finish} />}
      {open?.kind === 'rename' && <RenamePasskey passkey={open.passkey} close={close} />}
      {open?.kind === 'remove' && (
        <RemovePasskey passkey={open.passkey} isLast={isLastFactor(factors)} close={close} />
      )}
    </Panel>
  )
}

const COLUMNS: Column<Passkey>[] = [
  { title: words.name, cell: ({ name }) => name },
  { title: words.addedAt, nowrap: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    title: words.lastUsed,
    nowrap: true,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : <Moment at={lastUsedAt} />),
  },
]

function actionsColumn(open: (dialog: Open) => void): Column<Passkey> {
  return {
    title: words.actions,
    cell: (passkey) => (
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" aria-label={words.moreActions(passkey.name)}>
            ⋯
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => open({ kind: 'rename', passkey })}>{words.rename}</Menu.Item>
          <Menu.Item color="red" onClick={() => open({ kind: 'remove', passkey })}>
            {words.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
  }
}

function RemovePasskey({
  passkey: { id, name },
  isLast,
  close,
}: {
  passkey: Passkey
  isLast: boolean
  close: () => void
}) {
  return (
    <Confirm
      title={words.removeTitle(name)}
      consequence={isLast ? words.removeLastConsequence : words.removeConsequence}
      action={words.remove}
      isDangerous
      confirm={() => call(removePasskey, { params: { id } })}
      done={() => words.removed(name)}
      close={close}
    />
  )
}
