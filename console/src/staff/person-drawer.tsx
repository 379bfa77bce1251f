import {
  endStaffSession,
  endStaffSessions,
  listStaffSessions,
} from '@counterfoil/contract/session/account.ts'
import { removeStaffFactors } from '@counterfoil/contract/session/factors.ts'
import { listSignInMethods, releaseStaffSingleSignOn } from '@counterfoil/contract/session/single-sign-on.ts'
import { Button, Drawer, Text } from '@mantine/core'
import { useState } from 'react'
import { SessionTable, type StaffSession } from '../account/session-table.tsx'
import { call } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Confirm } from '../kit/confirm.tsx'
import { Facts } from '../kit/facts.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Panel } from '../kit/panel.tsx'
import { useAction } from '../kit/use-action.ts'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { PERSON_WORDS as words } from '../words/person.ts'
import { ROLE_WORDS } from '../words/roles.ts'
import { SESSION_WORDS } from '../words/sessions.ts'
import { STAFF_WORDS } from '../words/staff.ts'
import { AccessName } from './access-name.ts'
import { type Person, stateOf } from './person.ts'

/** One staff member: open sessions, and what helps somebody who is locked out. */
export function PersonDrawer({ person, close }: { person: Person; close: () => void }) {
  const can = useCan()
  const { name, email, role, merchantId, partnerId, createdAt } = person
  return (
    <Drawer opened position="right" size="xl" onClose={close} title={name}>
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
            { name: STAFF_WORDS.state, value: STAFF_WORDS[stateOf(person)] },
            { name: STAFF_WORDS.since, value: <Moment at={createdAt} /> },
          ]}
        />
      </Panel>
      <Sessions person={person} />
      {can(removeStaffFactors) && <Factors person={person} />}
      {can(releaseStaffSingleSignOn) && <SingleSignOn person={person} />}
    </Drawer>
  )
}

function Sessions({ person: { id, name } }: { person: Person }) {
  const can = useCan()
  const sessions = useApiQuery(listStaffSessions, { params: { id } })
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
  const remove = useAction(() => call(removeStaffFactors, { params: { id } }), {
    done: () => words.factorsRemoved(name),
    showsErrors: true,
  })
  return (
    <DangerousPanel
      title={words.factors}
      text={words.factorsText}
      action={words.removeFactors}
      question={words.removeFactorsTitle(name)}
      consequence={words.removeFactorsConsequence}
      confirm={() => remove.mutateAsync(undefined)}
    />
  )
}

function SingleSignOn({ person: { id, name } }: { person: Person }) {
  const methods = useApiQuery(listSignInMethods, {})
  const release = useAction(() => call(releaseStaffSingleSignOn, { params: { id } }), {
    done: () => words.released(name),
    showsErrors: true,
  })
  if (!methods.data?.singleSignOn) return null
  return (
    <DangerousPanel
      title={words.singleSignOn}
      text={words.singleSignOnText}
      action={words.release}
      question={words.releaseTitle(name)}
      consequence={words.releaseConsequence}
      confirm={() => release.mutateAsync(undefined)}
    />
  )
}

/** Says what an action is for, and asks before it. */
function DangerousPanel(of: {
  title: string
  text: string
  action: string
  question: string
  consequence: string
  confirm: () => Promise<unknown>
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Panel
      title={of.title}
      actions={
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {of.action}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {of.text}
      </Text>
      {isAsking && (
        <Confirm
          title={of.question}
          consequence={of.consequence}
          action={of.action}
          isDangerous
          confirm={of.confirm}
          close={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}
