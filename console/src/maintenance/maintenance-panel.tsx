import { turnMaintenanceOff, turnMaintenanceOn } from '@counterfoil/contract/admin/maintenance.ts'
import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Confirm } from '../kit/confirm.tsx'
import { firstCharacters } from '../kit/first-characters.ts'
import { optionsOf } from '../kit/options-of.ts'
import { Panel } from '../kit/panel.tsx'
import { useAction } from '../kit/use-action.ts'
import { useCan } from '../session/use-session.ts'
import { MAINTENANCE_WORDS as words } from '../words/maintenance.ts'
import { useMaintenance } from './use-maintenance.ts'

type Length = keyof typeof words.lengths
const MAX_MESSAGE_LENGTH = 200
const MINUTE_MS = 60_000

export function MaintenancePanel() {
  const can = useCan()
  const state = useMaintenance()
  if (state === undefined) return null
  return (
    <Panel title={words.title}>
      {/* The banner above the page says since when and until when. */}
      <Text size="sm" c="dimmed">
        {state.isOn ? `${words.isOn}.` : can(turnMaintenanceOn) ? words.intro : words.readOnly}
      </Text>
      {can(turnMaintenanceOn) && (state.isOn ? <TurnOff /> : <TurnOn />)}
    </Panel>
  )
}

function TurnOff() {
  const off = useAction(() => call(turnMaintenanceOff, {}), { done: () => words.turnedOff })
  return (
    <Group>
      <Button loading={off.isPending} onClick={() => off.mutate(undefined)}>
        {words.turnOff}
      </Button>
    </Group>
  )
}

function TurnOn() {
  const [length, setLength] = useState<Length>('30')
  const [message, setMessage] = useState('')
  const [isAsking, setAsking] = useState(false)
  const turnOn = () =>
    call(turnMaintenanceOn, { body: { until: endAfter(length), message: message.trim() || null } })
  return (
    <>
      <Select
        label={words.length}
        data={optionsOf(words.lengths)}
        value={length}
        allowDeselect={false}
        maw={320}
        onChange={(value) => setLength(value as Length)}
      />
      <TextInput
        label={words.messageLabel}
        description={words.messageHint}
        value={message}
        onChange={(event) => setMessage(firstCharacters(event.currentTarget.value, MAX_MESSAGE_LENGTH))}
      />
      <Group>
        <Button onClick={() => setAsking(true)}>{words.turnOn}</Button>
      </Group>
      {isAsking && (
        <Confirm
          title={words.confirmTitle}
          consequence={words.consequence}
          action={words.turnOn}
          isDangerous
          confirm={turnOn}
          done={() => words.turnedOn}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}

function endAfter(length: Length): string | null {
  return length === 'none' ? null : new Date(Date.now() + Number(length) * MINUTE_MS).toISOString()
}
