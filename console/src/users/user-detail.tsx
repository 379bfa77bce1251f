import { listNotes } from '@counterfoil/contract/admin/notes.ts'
import { searchRecords } from '@counterfoil/contract/admin/search.ts'
import { getUser } from '@counterfoil/contract/admin/users.ts'
import { Group, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { User } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { RecordHistory } from '../history/lazy-history.ts'
import { type Fact, Facts } from '../kit/facts.tsx'
import { BackLink, ButtonLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PageTabs } from '../list/page-tabs.tsx'
import { NotesPanel } from '../notes/lazy-notes.ts'
import { useCan } from '../session/use-session.ts'
import { AccessName } from '../staff/access-name.ts'
import { Moment } from '../time/moment.tsx'
import { HISTORY_WORDS } from '../words/history.ts'
import { NOTE_WORDS } from '../words/notes.ts'
import { USER_WORDS as words } from '../words/users.ts'
import { RedeemabilityCheck } from './redeemability-check.tsx'
import { UserTimeline } from './user-timeline.tsx'

const route = getRouteApi('/users/$id')

export function UserDetail() {
  const { id } = route.useParams()
  const user = useApiQuery(getUser, { params: { id } })
  const can = useCan()
  return (
    <>
      {can(searchRecords) ? (
        <BackLink to="/look-up">{words.back}</BackLink>
      ) : (
        <BackLink to="/users">{words.backToList}</BackLink>
      )}
      <Loaded of={user}>{(data) => <UserPage key={data.id} user={data} />}</Loaded>
    </>
  )
}

function UserPage({ user }: { user: User }) {
  const { id, displayName, externalUserId } = user
  const can = useCan()
  return (
    <>
      <PageHeading title={displayName ?? externalUserId} below={displayName ? externalUserId : undefined}>
        <Group gap="xs">
          <ButtonLink to="/redemptions" search={{ userId: id }} variant="default">
            {words.redemptions}
          </ButtonLink>
          <ButtonLink to="/claims" search={{ userId: id }} variant="default">
            {words.claims}
          </ButtonLink>
          <ButtonLink to="/refusals" search={{ userId: id }} variant="default">
            {words.refusals}
          </ButtonLink>
        </Group>
      </PageHeading>
      <Stack gap="xl">
        <Facts label={words.facts} of={factsOf(user)} />
        <PageTabs
          label={words.parts}
          tabs={[
            { name: 'timeline', title: words.timeline, content: <UserTimeline userId={id} /> },
            {
              name: 'redeemability',
              title: words.redeemability,
              content: <RedeemabilityCheck user={user} />,
            },
            ...(can(listNotes)
              ? [{ name: 'notes', title: NOTE_WORDS.title, content: <NotesPanel target={`user:${id}`} /> }]
              : []),
            {
              name: 'history',
              title: HISTORY_WORDS.title,
              content: <RecordHistory target={`user:${id}`} />,
            },
          ]}
        />
      </Stack>
    </>
  )
}

function factsOf(user: User): Fact[] {
  const { partnerId, email, phone, countryCode, locale, createdAt, updatedAt, anonymizedAt } = user
  return [
    { name: words.partner, value: <AccessName merchantIds={null} partnerId={partnerId} /> },
    { name: words.email, value: email ?? words.unknown },
    { name: words.phone, value: phone ?? words.unknown },
    { name: words.country, value: countryCode ?? words.unknown },
    { name: words.locale, value: locale ?? words.unknown },
    { name: words.since, value: <Moment at={createdAt} /> },
    { name: words.updated, value: <Moment at={updatedAt} /> },
    ...(anonymizedAt === null ? [] : [{ name: words.anonymized, value: <Moment at={anonymizedAt} /> }]),
  ]
}
