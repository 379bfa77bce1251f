import { promotePartnerSecret, rotatePartnerSecret } from '@counterfoil/contract/admin/partners.ts'
import { Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import type { Partner } from '../api/records.ts'
import { AskButton, Confirm } from '../kit/confirm.tsx'
import { Panel } from '../kit/panel.tsx'
import { ShownOnce } from '../kit/shown-once.tsx'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { PARTNER_KEY_WORDS as words } from '../words/partner-keys.ts'

type Open = { kind: 'rotate' } | { kind: 'secret'; secret: string }

/** The two steps of a rotation: create the next secret, then promote it. */
export function SecretPanel({ partner: { id, nextSecretSince } }: { partner: Partner }) {
  const can = useCan()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const input = { params: { id } }
  if (!can(rotatePartnerSecret)) return null
  return (
    <Panel title={words.secret}>
      <Text size="sm">{words.secretText}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Step title={words.step1} text={words.step1Text}>
          <Button size="xs" onClick={() => setOpen({ kind: 'rotate' })}>
            {words.rotate}
          </Button>
        </Step>
        <Step title={words.step2} text={words.step2Text}>
          <AskButton
            reason={nextSecretSince === null ? words.nothingToPromote : null}
            title={words.promoteTitle}
            consequence={words.promoteConsequence}
            action={words.promote}
            confirm={() => call(promotePartnerSecret, input)}
            done={() => words.promoted}
          />
          {nextSecretSince !== null && (
            <Text size="xs" c="dimmed">
              {words.nextSince} <Moment at={nextSecretSince} />
            </Text>
          )}
        </Step>
      </SimpleGrid>
      {open?.kind === 'rotate' && (
        <Confirm
          title={words.rotateTitle}
          consequence={nextSecretSince === null ? words.rotateConsequence : words.replaceNextConsequence}
          action={words.rotate}
          staysOpen
          confirm={() => call(rotatePartnerSecret, input)}
          after={({ secret }) => setOpen({ kind: 'secret', secret })}
          close={close}
        />
      )}
      {open?.kind === 'secret' && (
        <ShownOnce title={words.shownTitle} text={words.shownText} value={open.secret} close={close} />
      )}
    </Panel>
  )
}

function Step({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <Stack gap={6} align="flex-start">
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {children}
    </Stack>
  )
}
