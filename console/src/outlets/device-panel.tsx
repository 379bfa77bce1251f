import { createDevice, deleteDevice, listDevices } from '@counterfoil/contract/admin/devices.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { EditorForm } from '../form/editor-form.tsx'
import { TextField } from '../form/fields.tsx'
import { useEditor } from '../form/use-editor.ts'
import { Confirm } from '../kit/confirm.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Panel } from '../kit/panel.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { DEVICE_WORDS as words } from '../words/devices.ts'
import { DeviceLink } from './device-link.tsx'

type Device = ResponseBody<typeof listDevices>['items'][number]

type Step = { kind: 'add' } | { kind: 'link'; url: string } | { kind: 'revoke'; device: Device }

/** The devices that confirm codes at an outlet. */
export function DevicePanel({ outletId }: { outletId: string }) {
  const [step, setStep] = useState<Step | null>(null)
  const can = useCan()
  const close = () => setStep(null)
  const add = can(createDevice) && (
    <Button variant="light" size="xs" onClick={() => setStep({ kind: 'add' })}>
      {words.add}
    </Button>
  )
  const revoke = can(deleteDevice) ? (device: Device) => setStep({ kind: 'revoke', device }) : null
  return (
    <Panel title={words.title} actions={add}>
      <Text size="xs" c="dimmed">
        {words.intro}
      </Text>
      <Loaded of={useApiQuery(listDevices, { params: { id: outletId } })}>
        {({ items }) => <DeviceList devices={items} revoke={revoke} />}
      </Loaded>
      {step?.kind === 'add' && (
        <NewDevice outletId={outletId} created={(url) => setStep({ kind: 'link', url })} close={close} />
      )}
      {step?.kind === 'link' && <DeviceLink url={step.url} close={close} />}
      {step?.kind === 'revoke' && <Revoke device={step.device} close={close} />}
    </Panel>
  )
}

function DeviceList({ devices, revoke }: { devices: Device[]; revoke: ((device: Device) => void) | null }) {
  if (devices.length === 0) return <Text size="sm">{words.none}</Text>
  return (
    <Stack gap="sm" component="ul" className="history">
      {devices.map((device) => (
        <Group key={device.id} component="li" justify="space-between" wrap="nowrap">
          <TwoLines main={device.name} below={<Use of={device} />} />
          {revoke && (
            <Button
              size="xs"
              variant="default"
              aria-label={words.revokeNamed(device.name)}
              onClick={() => revoke(device)}
            >
              {words.revoke}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  )
}

function Use({ of: { isConnected, lastUsedAt } }: { of: Device }) {
  if (!isConnected || lastUsedAt === null) return words.waiting
  return (
    <>
      {words.lastUsed} <Moment at={lastUsedAt} />
    </>
  )
}

function NewDevice({
  outletId,
  created,
  close,
}: {
  outletId: string
  created: (url: string) => void
  close: () => void
}) {
  const queries = useQueryClient()
  const editor = useEditor({
    draftKey: `device:new:${outletId}`,
    body: createDevice.body,
    labels: words.labels,
    stored: { name: '' },
    version: null,
    save: ({ name = '' }) => call(createDevice, { params: { id: outletId }, body: { name } }),
    saved: ({ url }) => {
      void queries.invalidateQueries()
      created(url)
    },
  })
  return (
    <Dialog onClose={close} title={words.addTitle}>
      <EditorForm editor={editor} action={words.addAction}>
        <TextField of={editor} name="name" autoFocus />
      </EditorForm>
    </Dialog>
  )
}

function Revoke({ device: { id, name }, close }: { device: Device; close: () => void }) {
  return (
    <Confirm
      title={words.revokeTitle(name)}
      consequence={words.revokeConsequence}
      action={words.revoke}
      isDangerous
      confirm={() => call(deleteDevice, { params: { id } })}
      done={() => words.revoked(name)}
      close={close}
    />
  )
}
