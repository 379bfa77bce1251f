import { endOwnSession, listOwnSessions } from '@counterfoil/contract/session/account.ts'
import { signOutEverywhere } from '@counterfoil/contract/session/sign-in.ts'
import { Text } from '@mantine/core'
import { call } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { AskButton } from '../kit/confirm.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Panel } from '../kit/panel.tsx'
import { useAction } from '../kit/use-action.ts'
import { useSession } from '../session/use-session.ts'
import { leaveSession } from '../sign-in/session-tabs.ts'
import { formatMoment } from '../time/moment.tsx'
import { useTimeZone } from '../time/time-zone.ts'
import { SESSION_WORDS as words } from '../words/sessions.ts'
import { SessionTable, type StaffSession } from './session-table.tsx'

export function OwnSessions() {
  const { expiresAt } = useSession()
  const zone = useTimeZone()
  const sessions = useApiQuery(listOwnSessions, {})
  const end = useAction(({ id }: StaffSession) => call(endOwnSession, { params: { id } }), {
    done: (_, { device }) => words.ended(device ?? words.unknownDevice),
  })
  return (
    <Panel
      title={words.title}
      actions={
        <AskButton
          title={words.everywhereTitle}
          consequence={words.everywhereConsequence(sessions.data?.items.length ?? 1)}
          action={words.everywhere}
          isDangerous
          confirm={async () => {
            await call(signOutEverywhere, {})
            leaveSession()
          }}
        />
      }
    >
      <Text size="sm" c="dimmed">
        {words.ends(formatMoment(expiresAt, zone))}
      </Text>
      <Loaded of={sessions}>
        {({ items }) => (
          <SessionTable sessions={items} end={(session) => void end.mutateAsync(session).catch(() => {})} />
        )}
      </Loaded>
    </Panel>
  )
}
