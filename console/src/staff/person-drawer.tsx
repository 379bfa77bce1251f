import { endStaffSession, endStaffSessions, listStaffSessions } from '@counterfoil/contract/staff-account.ts'
import { removeStaffFactors } from '@counterfoil/contract/staff-factors.ts'
import { Button, Drawer, Text } from '@mantine/core'
import { useState } from 'react'
import { SessionTable, type StaffSession } from '../account/session-table.tsx'
import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Confirm } from '../kit/confirm.tsx'
import { Facts } from '../kit/facts.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Panel } from '../kit/panel.tsx'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { KIT_WORDS } from '../words/kit.ts'
import { PERSON_WORDS as words } from '../words/person.ts'
import { ROLE_WORDS } from '../words/roles.ts'
import { SESSION_WORDS } from '../words/sessions.ts'
import { STAFF_WORDS } from '../words/staff.ts'
import { AccessName } from './access-name.ts'
import type { Person } from './person.ts'

/** One staff member: open sessions, and what helps somebody who is locked out. */
export function PersonDrawer({ person, close }: { person: Person; close: () => void }) {
  const can = useCan()
  const { name, email, role, merchantId, partnerId, isActive, createdAt } = person
  return (
    <Drawer
      opened
      position="right"
      size="xl"
      onClose={close}
      title={name}
      closeButtonProps={{ 'aria-label': KIT_WORDS.close }}
    >
      <Panel title={words.details}>
        <Facts
          label={words.details}
          of={[
            { name: words.email, value: email },
            { name: STAFF_WORDS.role, value: ROLE_WORDS[role] },
            {
              name: STAFF_WORDS.belongsTo,
              value: <AccessName merchantId={merchantId} partnerId={partnerId} />,
            },
            { name: STAFF_WORDS.state, value: isActive ? STAFF_WORDS.active : STAFF_WORDS.inactive },
            { name: STAFF_WORDS.since, value: <Moment at={createdAt} /> },
          ]}
        />
      </Panel>
      <Sessions person={person} />
      {can(removeStaffFactors) && <Factors person={person} />}
    </Drawer>
  )
}

function Sessions({ person: { id, name } }: { person: Person }) {
  const can = useCan()
  const sessions = useAnswer(listStaffSessions, { params: { id } })
  const [isAsking, setAsking] = useState(false)
  const end = useAction(
    (session: StaffSession) => call(endStaffSession, { params: { id, sessionId: session.id } }),
    { done: (_, { device }) => SESSION_WORDS.ended(device ?? SESSION_WORDS.unknownDevice) },
  )
  const endAll = useAction(() => call(endStaffSessions, { params: { id } }), {
    done: () => words.allEnded(name),
    showsErrors: true,
  })
  const count = sessions.data?.items.length ?? 0
  return (
    <Panel
      title={words.sessions}
      actions={
        can(endStaffSessions) &&
        count > 0 && (
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {words.endAll}
          </Button>
        )
      }
    >
      <Loaded of={sessions}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">{words.noSessions}</Text>
          ) : (
            <SessionTable
              sessions={items}
              {...(can(endStaffSession) && {
                end: (session: StaffSession) => void end.mutateAsync(session).catch(() => {}),
              })}
            />
          )
        }
      </Loaded>
      {isAsking && (
        <Confirm
          title={words.endAllTitle(name)}
          consequence={words.endAllConsequence(count)}
          action={words.endAll}
          isDangerous
          confirm={() => endAll.mutateAsync(undefined)}
          close={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}

function Factors({ person: { id, name } }: { person: Person }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useAction(() => call(removeStaffFactors, { params: { id } }), {
    done: () => words.factorsRemoved(name),
    showsErrors: true,
  })
  return (
    <Panel
      title={words.factors}
      actions={
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {words.removeFactors}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {words.factorsText}
      </Text>
      {isAsking && (
        <Confirm
          title={words.removeFactorsTitle(name)}
          consequence={words.removeFactorsConsequence}
          action={words.removeFactors}
          isDangerous
          confirm={() => remove.mutateAsync(undefined)}
          close={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}
