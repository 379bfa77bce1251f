import {
  endStaffSession,
  endStaffSessions,
  listStaffSessions,
} from '@counterfoil/contract/session/account.ts'
import { removeStaffFactors } from '@counterfoil/contract/session/factors.ts'
import { listSignInMethods, releaseStaffSingleSignOn } from '@counterfoil/contract/session/single-sign-on.ts'
import { Drawer, Text } from '@mantine/core'
import { SessionTable, type StaffSession } from '../account/session-table.tsx'
import { call } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { HistoryPanel } from '../history/record-history.tsx'
import { AskButton } from '../kit/confirm.tsx'
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
  const { name, email, role, merchantIds, partnerId, createdAt } = person
  const { lastSignInAt, hasSecondFactor } = person
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
              value: <AccessName merchantIds={merchantIds} partnerId={partnerId} />,
            },
            { name: STAFF_WORDS.state, value: STAFF_WORDS[stateOf(person)] },
            {
              name: STAFF_WORDS.lastSignIn,
              value: lastSignInAt === null ? STAFF_WORDS.neverUsed : <Moment at={lastSignInAt} />,
            },
            {
              name: STAFF_WORDS.secondFactor,
              value: hasSecondFactor ? STAFF_WORDS.hasFactor : STAFF_WORDS.noFactor,
            },
            { name: STAFF_WORDS.since, value: <Moment at={createdAt} /> },
          ]}
        />
      </Panel>
      <Sessions person={person} />
      {can(removeStaffFactors) && <Factors person={person} />}
      {can(releaseStaffSingleSignOn) && <SingleSignOn person={person} />}
      <HistoryPanel target={`staff:${person.id}`} />
    </Drawer>
  )
}

function Sessions({ person: { id, name } }: { person: Person }) {
  const can = useCan()
  const sessions = useApiQuery(listStaffSessions, { params: { id } })
  const end = useAction(
    (session: StaffSession) => call(endStaffSession, { params: { id, sessionId: session.id } }),
    { done: (_, { device }) => SESSION_WORDS.ended(device ?? SESSION_WORDS.unknownDevice) },
  )
  const count = sessions.data?.items.length ?? 0
  return (
    <Panel
      title={words.sessions}
      actions={
        can(endStaffSessions) &&
        count > 0 && (
          <AskButton
            title={words.endAllTitle(name)}
            consequence={words.endAllConsequence(count)}
            action={words.endAll}
            isDangerous
            confirm={() => call(endStaffSessions, { params: { id } })}
            done={() => words.allEnded(name)}
          />
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
    </Panel>
  )
}

function Factors({ person: { id, name } }: { person: Person }) {
  return (
    <Panel
      title={words.factors}
      actions={
        <AskButton
          title={words.removeFactorsTitle(name)}
          consequence={words.removeFactorsConsequence}
          action={words.removeFactors}
          isDangerous
          confirm={() => call(removeStaffFactors, { params: { id } })}
          done={() => words.factorsRemoved(name)}
        />
      }
    >
      <Text size="sm" c="dimmed">
        {words.factorsText}
      </Text>
    </Panel>
  )
}

function SingleSignOn({ person: { id, name } }: { person: Person }) {
  const methods = useApiQuery(listSignInMethods, {})
  if (!methods.data?.singleSignOn) return null
  return (
    <Panel
      title={words.singleSignOn}
      actions={
        <AskButton
          title={words.releaseTitle(name)}
          consequence={words.releaseConsequence}
          action={words.release}
          isDangerous
          confirm={() => call(releaseStaffSingleSignOn, { params: { id } })}
          done={() => words.released(name)}
        />
      }
    >
      <Text size="sm" c="dimmed">
        {words.singleSignOnText}
      </Text>
    </Panel>
  )
}
