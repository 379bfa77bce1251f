import { signOutEverywhere } from '@counterfoil/contract/staff-sign-in.ts'
import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { call } from '../api/call.ts'
import { Confirm } from '../kit/confirm.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { leaveSession } from '../session/session-tabs.ts'
import { useSession } from '../session/use-session.ts'
import { formatMoment } from '../time/moment.tsx'
import { useTimeZone } from '../time/time-zone.ts'
import { ACCOUNT_WORDS as words } from '../words/account.ts'
import { ROLE_WORDS } from '../words/roles.ts'
import { ChangePassword } from './change-password.tsx'

/** Passkeys, the second factor and the list of sessions are further sections. */
export function Account() {
  const { name, email, role } = useSession()
  return (
    <Stack gap="md" maw={560}>
      <PageHeading title={words.title} />
      <Section title={words.who}>
        <Text size="sm" className="wrap">
          {name} · {email} · {ROLE_WORDS[role]}
        </Text>
        <Text size="xs" c="dimmed">
          {words.changeName}
        </Text>
      </Section>
      <Section title={words.password}>
        <Text size="sm" c="dimmed">
          {words.passwordIntro}
        </Text>
        <ChangePassword />
      </Section>
      <Sessions />
    </Stack>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  )
}

function Sessions() {
  const { expiresAt } = useSession()
  const zone = useTimeZone()
  const [isAsking, setAsking] = useState(false)
  return (
    <Section title={words.sessions}>
      <Text size="sm">{words.sessionEnds(formatMoment(expiresAt, zone))}</Text>
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {words.everywhere}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={words.everywhereTitle}
          consequence={words.everywhereConsequence}
          action={words.everywhere}
          isDangerous
          confirm={async () => {
            await call(signOutEverywhere, {})
            leaveSession()
          }}
          close={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
