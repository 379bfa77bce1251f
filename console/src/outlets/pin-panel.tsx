import { updateOutlet } from '@counterfoil/contract/admin/outlets.ts'
import { Pin } from '@counterfoil/contract/shapes/fields.ts'
import { Button, Group, Paper, PinInput, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import type { Outlet } from '../api/records.ts'
import { SentForApproval } from '../api/sent-for-approval.ts'
import { checkField } from '../form/check-field.ts'
import { Confirm } from '../kit/confirm.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { useAction } from '../kit/use-action.ts'
import { OUTLET_WORDS as words } from '../words/outlets.ts'
import { generatePin } from './pin.ts'
import { PinCard } from './pin-card.tsx'

type Step =
  | { kind: 'choose' }
  | { kind: 'replace'; pin: string }
  | { kind: 'remove' }
  | { kind: 'shown'; pin: string; waits: boolean }

/** The PIN can be set, replaced and removed, but never read again. */
export function PinPanel({ outlet, canChange }: { outlet: Outlet; canChange: boolean }) {
  const [step, setStep] = useState<Step | null>(null)
  const close = () => setStep(null)
  const write = (pin: string | null) => call(updateOutlet, { params: { id: outlet.id }, body: { pin } })
  const setPin = (pin: string) => write(pin).then(() => false, isSent)
  const show = (pin: string, waits: boolean) => setStep({ kind: 'shown', pin, waits })
  const set = useAction(setPin, { after: (waits, pin) => show(pin, waits) })
  /** Staff who only know the old PIN cannot redeem any more, so replacing a PIN asks first. */
  const propose = (pin: string) => (outlet.hasPin ? setStep({ kind: 'replace', pin }) : set.mutate(pin))
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {words.pinTitle}
          </Title>
          <StatusDot tone={outlet.hasPin ? 'good' : 'bad'}>
            {outlet.hasPin ? words.pinSet : words.pinNotSet}
          </StatusDot>
        </Group>
        <Text size="sm">{outlet.hasPin ? words.pinIsSet : words.pinIsNotSet}</Text>
        <Text size="xs" c="dimmed">
          {words.pinIntro}
        </Text>
        {canChange && (
          <PinButtons hasPin={outlet.hasPin} isBusy={set.isPending} propose={propose} setStep={setStep} />
        )}
      </Stack>
      {step?.kind === 'choose' && <ChoosePin chosen={propose} close={close} />}
      {step?.kind === 'replace' && (
        <Confirm
          title={words.replaceTitle}
          consequence={words.replaceConsequence}
          action={words.replaceAction}
          confirm={() => setPin(step.pin)}
          after={(waits) => show(step.pin, waits)}
          close={close}
          staysOpen
        />
      )}
      {step?.kind === 'remove' && (
        <Confirm
          title={words.removeTitle}
          consequence={words.removeConsequence}
          action={words.remove}
          isDangerous
          confirm={() => write(null)}
          done={() => words.removed(outlet.name)}
          close={close}
        />
      )}
      {step?.kind === 'shown' && <PinCard outlet={outlet} pin={step.pin} waits={step.waits} close={close} />}
    </Paper>
  )
}

/** A PIN that waits for approval is shown as well, since only its hash is stored. */
function isSent(error: unknown): true {
  if (error instanceof SentForApproval) return true
  throw error
}

function PinButtons({
  hasPin,
  isBusy,
  propose,
  setStep,
}: {
  hasPin: boolean
  isBusy: boolean
  propose: (pin: string) => void
  setStep: (step: Step) => void
}) {
  return (
    <Group gap="xs">
      <Button variant="light" loading={isBusy} onClick={() => propose(generatePin())}>
        {words.generate}
      </Button>
      <Button variant="default" onClick={() => setStep({ kind: 'choose' })}>
        {words.choose}
      </Button>
      {hasPin && (
        <Button variant="subtle" color="red" onClick={() => setStep({ kind: 'remove' })}>
          {words.remove}
        </Button>
      )}
    </Group>
  )
}

function ChoosePin({ chosen, close }: { chosen: (pin: string) => void; close: () => void }) {
  const [pin, setPin] = useState('')
  const isReady = checkField(Pin, pin) === null
  return (
    <Dialog onClose={close} title={words.chooseTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady) return
          close()
          chosen(pin)
        }}
      >
        <Stack gap="md" align="center">
          <PinInput
            length={4}
            type="number"
            oneTimeCode={false}
            aria-label={words.newPin}
            value={pin}
            onChange={setPin}
            autoFocus
          />
          <Button type="submit" disabled={!isReady}>
            {words.chooseAction}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
